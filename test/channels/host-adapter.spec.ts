/** Real programs as host adapters: the input that the controller gives them, and its use of their exit status. */
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { HostAdapter } from '../../src/host/host-adapter.js';
import { HostNetwork } from '../../src/host/host-network.js';
import { HostSettingsService } from '../../src/host/host-settings.service.js';
import { eventually } from '../support/time/time-limits.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'host-adapter-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;
/** An adapter that is a shell script with these lines. */
function anAdapter(...lines: string[]): string {
  const path = join(folder, `adapter ${++made}; touch x`); // a name that a shell would stumble over
  writeFileSync(path, ['#!/bin/sh', ...lines, ''].join('\n'));
  chmodSync(path, 0o755);
  return path;
}
const run = (path: string, limit = 8000, input?: object) => new HostAdapter(path).run('use-secondary', limit, input);

const isRunning = (pid: number): boolean => {
  try {
    // A zombie counts as ended.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

describe('a host adapter', () => {
  it('that ends with 0 has succeeded, and its output is reported', async () => {
    const adapter = anAdapter('echo "The default route goes over usb0."');
    expect(await run(adapter)).toEqual({
      delivered: true,
      detail: 'The host adapter did it: The default route goes over usb0.',
    });
    expect(await run(anAdapter('exit 0'))).toEqual({ delivered: true, detail: 'The host adapter did it.' });
  });

  it('that ends with another status has failed, and is not called again', async () => {
    expect(await run(anAdapter('echo "no such device" >&2', 'exit 3'))).toEqual({
      delivered: false,
      reason: 'The host adapter ended with 3: no such device.',
      retry: false,
    });
    expect(await run(anAdapter('kill -9 $$'))).toMatchObject({
      delivered: false,
      reason: 'The host adapter ended with SIGKILL.',
    });
  });

  it('that hangs is killed at the time limit with all its child processes', async () => {
    const pids = join(folder, 'pids');
    const adapter = anAdapter('sleep 600 &', `echo "$$ $!" > ${pids}.new`, `mv ${pids}.new ${pids}`, 'wait');
    const began = run(adapter, 3000);
    await eventually(() => existsSync(pids));
    expect(await began).toMatchObject({ delivered: false, reason: expect.stringContaining('within 3 s') });
    const started = readFileSync(pids, 'utf8').trim().split(' ').map(Number);
    expect(started).toHaveLength(2);
    await eventually(() => !started.some(isRunning));
  }, 20_000);

  it('may leave a program in the background that keeps its output open, such as a DHCP client, and that goes on', async () => {
    const pidFile = join(folder, 'daemon');
    const adapter = anAdapter('sleep 600 &', `echo $! > ${pidFile}`, 'echo "The lease is 192.0.2.7."');
    expect(await run(adapter, 20_000)).toEqual({
      delivered: true,
      detail: 'The host adapter did it: The lease is 192.0.2.7.',
    });
    const daemon = Number(readFileSync(pidFile, 'utf8'));
    expect(isRunning(daemon)).toBe(true);
    process.kill(daemon, 'SIGKILL');
  }, 30_000);

  it('that is missing, or not a program, is reported', async () => {
    expect(await run(join(folder, 'nothing'))).toMatchObject({
      delivered: false,
      reason: 'The host adapter could not be started: the program is not there.',
    });
    const text = join(folder, 'text');
    writeFileSync(text, 'hello');
    expect(await run(text)).toMatchObject({ reason: expect.stringContaining('the controller may not run it') });
    expect(await run('/nowhere\0')).toMatchObject({ reason: expect.stringContaining('the system refused it') });
  });

  it('gets one verb and JSON, no shell, and nothing of the controller’s environment', async () => {
    process.env.RACKFEED_TEST_SECRET = 'secret';
    const adapter = anAdapter('cat; echo " $# $1"; env | grep -c RACKFEED');
    expect(await run(adapter, 8000, { staticIp: '192.0.2.7; reboot' })).toMatchObject({
      reason: 'The host adapter ended with 1: {"staticIp":"192.0.2.7; reboot"} 1 use-secondary 0.',
    });
    delete process.env.RACKFEED_TEST_SECRET;
    expect(existsSync(join(folder, 'x'))).toBe(false);
  });

  it('may print more than is read, and need not read its input', async () => {
    const adapter = anAdapter('exec 0<&-', 'head -c 5000000 /dev/zero | tr "\\0" x');
    const { detail = '' } = (await run(adapter, 8000, { text: 'x'.repeat(1_000_000) })) as { detail?: string };
    expect(detail.length).toBeLessThan(300);
  });
});

describe('a controller', () => {
  let pdu: Pdu;
  let admin: Client;
  afterEach(() => pdu.stop());
  const start = async (adapter?: string, dataDir?: string): Promise<void> => {
    const env: Record<string, string> = adapter === undefined ? {} : { RACKFEED_HOST_ADAPTER: adapter };
    pdu = await aPdu(dataDir === undefined ? { env } : { env, dataDir });
    admin = await pdu.as('admin');
  };
  const move = async () => {
    const { body } = await admin.post('/api/actions', { name: 'Secondary', code: 30, params: [] });
    return (await admin.post(`/api/actions/${body.id}/test`)).body;
  };
  const logged = async () => (await admin.get('/api/log?kind=host.network')).body.entries;

  it('without a host adapter records that none is configured, and does not apply network settings', async () => {
    await start();
    expect(await move()).toMatchObject({ ok: false, error: expect.stringMatching(/^not configured/) });
    await admin.post('/api/conf', { staticIp: '192.0.2.7' });
    await pdu.app.get(HostSettingsService).idle();
    expect(await logged()).toEqual([]);
  });

  it('with one changes the route by it, and the action run contains its output', async () => {
    await start(anAdapter('echo "over usb0"'));
    expect(await move()).toMatchObject({ ok: true, detail: 'The host adapter did it: over usb0.' });
    const action = (await admin.get('/api/actions')).body[0].id;
    const event = { name: 'x', code: 54, params: ['2'], actions: [action] };
    const { id } = (await admin.post('/api/events', event)).body;
    await pdu.seconds(3);
    const [occurrence] = (await admin.get(`/api/events/${id}/history`)).body.firings;
    expect(occurrence.actions).toMatchObject([{ state: 'done', detail: 'The host adapter did it: over usb0.' }]);
  });

  it('with one gives it the changed network settings, and logs the outcome', async () => {
    const seen = join(folder, 'seen');
    await start(anAdapter(`cat >> ${seen}`, `echo " $1" >> ${seen}`, '[ "$1" = use-secondary ] || exit 64'));
    await admin.post('/api/conf', { deviceName: 'Not the business of the host' });
    await admin.post('/api/conf', { ipAssign: 'static', staticIp: '192.0.2.7', hostName: 'pdu-7' });
    await pdu.app.get(HostSettingsService).idle();
    const lines = readFileSync(seen, 'utf8').trim().split('\n');
    expect(lines).toEqual([expect.stringMatching(/^\{.*\} apply-network$/)]);
    expect(lines[0]).toContain('"staticIp":"192.0.2.7"');
    expect(await logged()).toMatchObject([
      { object: 'host:network', result: 'NOT_DELIVERED', after: { detail: 'The host adapter ended with 64.' } },
    ]);
  });

  it('that stops before it could apply network settings does so once after its next start', async () => {
    const dataDir = mkdtempSync(join(folder, 'data-'));
    const [seen, go] = [join(folder, 'calls'), join(folder, 'go')];
    const isBusy = `[ "$1" = apply-network ] || { until [ -e ${go} ]; do sleep 0.02; done; exit 0; }`;
    const adapter = anAdapter(isBusy, `cat >> ${seen}`, `echo >> ${seen}`);
    await start(adapter, dataDir);
    const route = pdu.app.get(HostNetwork).useSecondary();
    await admin.post('/api/conf', { staticIp: '192.0.2.8' });
    await admin.post('/api/conf', { staticIp: '192.0.2.9' });
    await pdu.stop(); // the adapter is still busy with the route
    writeFileSync(go, '');
    await route;
    expect(existsSync(seen)).toBe(false);

    for (let starts = 0; starts < 2; starts++) {
      await start(adapter, dataDir);
      await pdu.app.get(HostSettingsService).idle();
      expect(readFileSync(seen, 'utf8').trim().split('\n')).toEqual([expect.stringContaining('"192.0.2.9"')]);
      expect(await logged()).toMatchObject([{ result: 'ok', after: { staticIp: '192.0.2.9' } }]);
      if (starts === 0) await pdu.stop();
    }
  });
});

describe('the example for Linux', () => {
  const script = join(import.meta.dirname, '../../packaging/host-adapter/route.sh');
  /** Runs it with an `ip` that records its arguments, and knows one interface. */
  const run = async (verb: string, configuration: string) => {
    const calls = join(folder, `calls ${++made}`);
    const ip = anAdapter('[ "$1 $2" = "link show" ] && { [ "$4" = usb0 ]; exit; }', `echo "$@" >> '${calls}'`);
    const plain = join(folder, `ip-${made}`);
    writeFileSync(plain, readFileSync(ip));
    chmodSync(plain, 0o755);
    const conf = join(folder, `conf-${made}`);
    writeFileSync(conf, `${configuration}\nIP=${plain}\n`);
    const ended = await promisify(execFile)(script, [verb], { env: { ...process.env, HOST_ADAPTER_CONF: conf } }).then(
      ({ stdout }) => [0, stdout],
      (error: unknown) => {
        const { code, stderr } = error as { code: number; stderr: string };
        return [code, stderr];
      },
    );
    return [...ended, existsSync(calls) ? readFileSync(calls, 'utf8') : ''];
  };

  it('moves the default route', async () => {
    expect(await run('use-secondary', 'SECONDARY_INTERFACE=usb0\nSECONDARY_GATEWAY=192.0.2.1')).toEqual([
      0,
      'The default route goes over usb0 by way of 192.0.2.1.\n',
      'route replace default via 192.0.2.1 dev usb0\n',
    ]);
    expect((await run('use-secondary', 'SECONDARY_INTERFACE=usb0'))[2]).toBe('route replace default dev usb0\n');
  });

  it.each([
    ['use-secondary', '', 78, 'is not set'],
    ['use-secondary', 'SECONDARY_INTERFACE=usb9', 69, 'There is no network interface usb9'],
    ['apply-network', 'SECONDARY_INTERFACE=usb0', 64, 'leaves addresses'],
    ['', 'SECONDARY_INTERFACE=usb0', 64, 'Usage'],
  ])('refuses "%s" with "%s"', async (verb, configuration, code, message) => {
    expect(await run(verb, configuration)).toEqual([code, expect.stringContaining(message), '']);
  });
});
