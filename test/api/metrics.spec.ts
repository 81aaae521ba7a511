import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ControllerFaults, FAULT_KINDS } from '../../src/common/controller-faults.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { describeWith, has } from '../support/process/programs.js';

let pdu: Pdu;
let admin: Client;
beforeAll(async () => {
  pdu = await aPdu();
  admin = await pdu.as('admin');
  await admin.patch('/api/simulator', {
    outlets: { '1-1200578': { loadAmps: 1.5, powerFactor: 0.9 } },
    sensors: { A: { connected: true, temperatureC: 22.5, humidity: 40 }, B: { connected: true } },
  });
  await pdu.seconds(2);
});
afterAll(() => pdu.stop());

const metricsOf = async (client: Client): Promise<string> => (await client.get('/metrics')).body as string;
/** The value of the sample whose line begins with this text. */
const valueIn = (text: string, sample: string): number | undefined => {
  const line = text.split('\n').find((each) => each.startsWith(`${sample} `));
  return line === undefined ? undefined : Number(line.slice(sample.length + 1));
};
const namesIn = (text: string): string[] => [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);

async function promtool(text: string): Promise<{ code: unknown; output: string }> {
  const child = spawn('promtool', ['check', 'metrics'], { stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stdin.end(text);
  const [code] = (await once(child, 'close')) as [unknown];
  return { code, output };
}

describe('the metrics', () => {
  it('contain the readings in base units', async () => {
    const { status, headers, body } = await admin.get('/metrics');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const outlet = '{outlet="1-1200578",bank="1200578"}';
    expect(valueIn(body, `rackfeed_outlet_current_amperes${outlet}`)).toBeCloseTo(1.5, 2);
    expect(valueIn(body, `rackfeed_outlet_on${outlet}`)).toBe(1);
    expect(valueIn(body, `rackfeed_outlet_relay_healthy${outlet}`)).toBe(1);
    expect(valueIn(body, 'rackfeed_sensor_temperature_celsius{sensor="SA-1000036",port="A"}')).toBeCloseTo(22.5, 0);
    expect(valueIn(body, 'rackfeed_sensor_humidity_ratio{sensor="SA-1000036",port="A"}')).toBeCloseTo(0.4, 1);
    expect(valueIn(body, 'rackfeed_bank_breaker_closed{bank="1200578",inlet="I1-1000036"}')).toBe(1);
    expect(body).toMatch(
      /^rackfeed_outlet_info\{outlet="1-1200578",bank="1200578",name="[^"]+",receptacle="[^"]+"\} 1$/m,
    );
  });

  it('contain the state of the controller', async () => {
    const body = await metricsOf(admin);
    expect(valueIn(body, 'rackfeed_poll_cycles_total{result="ok"}')).toBeGreaterThanOrEqual(3);
    expect(valueIn(body, 'rackfeed_poll_duration_seconds_bucket{le="+Inf"}')).toBeGreaterThanOrEqual(3);
    expect(valueIn(body, 'rackfeed_database_writable')).toBe(1);
    expect(valueIn(body, 'rackfeed_stream_readers')).toBe(0);
    expect(valueIn(body, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    expect(valueIn(body, 'rackfeed_log_entries_total{kind="session.signIn",result="ok"}')).toBeGreaterThanOrEqual(1);
  });

  it('count requests by the template of their route, never by the requested path', async () => {
    await admin.get('/api/outlets/3');
    await admin.get('/api/outlets/4-1200578');
    await admin.get('/api/outlets/99');
    await admin.get('/api/made-up/secret');
    const body = await metricsOf(admin);
    const route = 'method="GET",route="/api/outlets/:outletId"';
    expect(valueIn(body, `rackfeed_http_requests_total{${route},code="2xx"}`)).toBe(2);
    expect(valueIn(body, `rackfeed_http_requests_total{${route},code="4xx"}`)).toBe(1);
    expect(valueIn(body, `rackfeed_http_request_duration_seconds_count{${route}}`)).toBe(3);
    expect(body).not.toContain('made-up');
  });

  it('count event occurrences and action runs by code', async () => {
    const action = await admin.post('/api/actions', { name: 'Off', code: 11, params: ['2-1200578', 'OFF'] });
    const event = { name: 'Bank', code: 31, params: ['1200578', '1', '1'], actions: [action.body.id] };
    const { body: made } = await admin.post('/api/events', event);
    await pdu.seconds(4);
    const body = await metricsOf(admin);
    expect(valueIn(body, 'rackfeed_events_triggered_total{code="31"}')).toBe(1);
    expect(valueIn(body, 'rackfeed_action_runs_total{code="11",result="ok"}')).toBe(1);
    expect(valueIn(body, 'rackfeed_actions_waiting')).toBe(0);
    await admin.delete(`/api/events/${made.id}`);
  });

  it('show the age of the readings while the hardware does not respond, and count failed cycles', async () => {
    await admin.patch('/api/simulator', { bus: { failing: true } });
    await pdu.seconds(3);
    const body = await metricsOf(admin);
    await admin.patch('/api/simulator', { bus: { failing: false } });
    await pdu.seconds(1);
    expect(valueIn(body, 'rackfeed_poll_cycles_total{result="failed"}')).toBeGreaterThanOrEqual(3);
    expect(valueIn(body, 'rackfeed_poll_failures_in_a_row')).toBeGreaterThanOrEqual(3);
    expect(valueIn(body, 'rackfeed_reading_age_seconds')).toBe(3);
  });

  it('have a sample for each fault of the controller, 1 while it exists', async () => {
    const samples = async (): Promise<Record<string, string>> =>
      Object.fromEntries(
        [...(await metricsOf(admin)).matchAll(/^rackfeed_controller_fault\{kind="(\w+)"\} (\S+)$/gm)].map(
          ([, kind = '', value = '']) => [kind, value],
        ),
      );
    const none = Object.fromEntries(FAULT_KINDS.map((kind) => [kind, '0']));
    expect(await samples()).toEqual(none);
    pdu.app.get(ControllerFaults).report('clock', { message: 'The clock is not set.' });
    expect(await samples()).toEqual({ ...none, clock: '1' });
    await pdu.seconds(60);
    expect(await samples()).toEqual(none);
  });

  it('show each role only what it may view', async () => {
    const nobody = await pdu.as({});
    expect(namesIn(await metricsOf(nobody))).toEqual(['rackfeed_build_info']);
    const oneOutlet = await metricsOf(await pdu.as({ viewOutlets: ['2-1200578'] }));
    expect(oneOutlet).toContain('outlet="2-1200578"');
    expect(oneOutlet).not.toMatch(/outlet="(?!2-1200578)/);
    expect(namesIn(oneOutlet).every((name) => /_outlet_|_build_/.test(name))).toBe(true);
    const banks = namesIn(await metricsOf(await pdu.as({ viewBankStats: true })));
    expect(banks.filter((name) => !/_bank_|_build_/.test(name))).toEqual([]);
    expect(banks.length).toBeGreaterThan(8);
    const controller = await metricsOf(await pdu.as({ viewGlobalDeviceSettings: true }));
    expect(namesIn(controller)).not.toContain('rackfeed_events_triggered_total');
    expect(controller).toContain('rackfeed_http_requests_total');
  });

  it('are refused without a credential, and served to a bearer token', async () => {
    expect((await pdu.request('GET', '/metrics')).status).toBe(401);
    const { body } = await admin.post(`/api/users/${admin.userId}/token`);
    const bearer = pdu.with({ authorization: `Bearer ${body.accessToken}` });
    expect(await metricsOf(bearer)).toContain('rackfeed_outlet_on');
  });

  it('are well-formed with names that contain quotes, backslashes and any other character', async () => {
    await admin.put('/api/outlets/1', { outletName: 'a "b" \\ c' });
    await pdu.seconds(1);
    expect(await metricsOf(admin)).toContain('name="a \\"b\\" \\\\ c"');
    const { code, output } = has('promtool') ? await promtool(await metricsOf(admin)) : { code: 0, output: '' };
    expect([code, output]).toEqual([0, '']);
  });
});

describeWith('promtool', 'promtool', () => {
  it.each(['three-phase-36', 'ats-8', 'inlet-metered'])('finds no fault in the metrics of %s', async (model) => {
    const other = await aPdu({ model });
    const client = await other.as('admin');
    const text = await metricsOf(client);
    const checked = await promtool(await metricsOf(client));
    await other.stop();
    expect(text).toContain('rackfeed_inlet_line_current_amperes');
    expect(checked).toEqual({ code: 0, output: '' });
  });
});
