/** One event that runs every kind of action end to end: to relays, servers, another PDU and the host system. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ActionDispatcherService } from '../../src/actions/execution/action-dispatcher.service.js';
import { ACTION_CODES } from '../../src/actions/catalogue/index.js';
import { SnmpEngineService } from '../../src/actions/channels/trap/snmp-engine.service.js';
import { answers, FaultyServer } from '../support/servers/faulty-server.js';
import { MailServer } from '../support/servers/mail-server.js';
import { aPdu, type Answer, type Client, type Pdu } from '../support/app/pdu.js';
import { has } from '../support/process/programs.js';
import { freeUdpPort, TrapReceiver } from '../support/servers/trap-receiver.js';

const HEATER = '8-1200578';
const NAME = 'Heater <b>“5”</b>';
const folder = mkdtempSync(join(tmpdir(), 'every-action-'));
const hostAdapter = join(folder, 'route');
writeFileSync(hostAdapter, '#!/bin/sh\necho "over usb0"\n');
chmodSync(hostAdapter, 0o755);

describe('an event with every action', () => {
  let [here, there]: Pdu[] = [];
  let [admin, adminThere]: Client[] = [];
  let mails: MailServer;
  let listener: FaultyServer;
  let traps: TrapReceiver | undefined;
  let occurrence: { reading: { value: number }; actions: { actionId: number; state: string; detail?: string }[] };
  const codes = new Map<number, number>();

  const made = ({ status, body }: Answer): number => {
    if (status !== 200) throw new Error(JSON.stringify(body));
    return Number(body.id);
  };
  const pdus = () => {
    if (!here || !there || !admin || !adminThere) throw new Error('They have not started.');
    return { here, there, admin, adminThere };
  };
  const group = async (client: Client, ...outlets: string[]) =>
    String(made(await client.post('/api/groups', { groupName: outlets.join(), outlets })));

  beforeAll(async () => {
    [here, there] = [await aPdu({ env: { RACKFEED_HOST_ADAPTER: hostAdapter } }), await aPdu()];
    [admin, adminThere] = [await here.as('admin'), await there.as('admin')];
    mails = await MailServer.start();
    listener = await FaultyServer.start(answers('200 OK'));
    if (has('snmptrapd')) {
      const engine = await here.app.get(SnmpEngineService, { strict: false }).running();
      traps = await TrapReceiver.start(engine.id, [{ name: 'nobody', level: 'noauth', keys: '' }]);
    }
    const trapManager = `127.0.0.1:${traps?.port ?? (await freeUdpPort())}`;
    await admin.post('/api/conf', {
      smtpServer: '127.0.0.1',
      smtpPort: mails.port,
      smtpFrom: 'pdu@example.org',
      smtpTlsEnabled: false,
    });
    await admin.post('/api/conf', { snmp3TrapUser: 'nobody', snmp3TrapSecurity: 'noAuthNoPriv' });
    for (const outlet of ['2', '5', '6']) await adminThere.put(`/api/outlets/${outlet}`, { state: 'OFF' });
    await admin.put(`/api/outlets/${HEATER}`, { outletName: NAME });
    const token = String((await adminThere.post(`/api/users/${adminThere.userId}/token`)).body.accessToken);
    const [relay, otherRelay] = (await admin.get('/api/relayOutputs')).body;

    const wanted: readonly (readonly [code: number, ...params: string[]])[] = [
      [11, '1', 'OFF'],
      [12, '2'],
      [15, 'operator@example.org'],
      [16, await group(admin, '3', '4'), 'OFF'],
      [17, await group(admin, '5', '6')],
      [18, trapManager, 'traps'],
      [19, trapManager],
      [20, `127.0.0.1:${listener.port}/alarm`, 'outlets'],
      [22, relay.relayName, 'ON'],
      [23, otherRelay.relayName],
      [24, there.url, '1', token],
      [25, there.url, '2', token],
      [26, there.url, await group(adminThere, '3', '4'), token],
      [27, there.url, await group(adminThere, '5', '6'), token],
      [28, there.url, '7', token],
      [29, there.url, await group(adminThere, '8', '9'), token],
      [30],
      [31],
      [32, 'B', '1', 'CLOSE'],
    ];
    for (const [code, ...params] of wanted) {
      codes.set(made(await admin.post('/api/actions', { name: `Action ${code}`, code, params })), code);
    }
    const event = { name: 'Heater on', code: 45, params: [HEATER, '5', '0'], actions: [...codes.keys()] };
    const id = made(await admin.post('/api/events', event));
    await admin.patch('/api/simulator', { outlets: { [HEATER]: { loadAmps: 6 } } });
    await here.seconds(1);
    await here.app.get(ActionDispatcherService).idle();
    occurrence = (await admin.get(`/api/events/${id}/history`)).body.firings[0];
  }, 60_000);
  afterAll(async () => {
    await Promise.all([traps?.stop(), mails.stop(), listener.stop(), here?.stop(), there?.stop()]);
    rmSync(folder, { recursive: true });
  });

  const state = async (client: Client, outlet: string): Promise<string> =>
    (await client.get(`/api/outlets/${outlet}`)).body.state;
  const rebooting = async (client: Client, outlet: string): Promise<boolean> =>
    (await client.get(`/api/outlets/${outlet}`)).body.rebootStatus !== 'none';

  it('runs all of them in order, and each succeeds', () => {
    const ends = occurrence.actions.map(({ actionId, state: end, detail }) => [codes.get(actionId), end, detail]);
    expect(ends.map(([code, end]) => [code, end])).toEqual(ACTION_CODES.map(({ code }) => [code, 'done']));
    expect(ends.find(([code]) => code === 30)?.[2]).toContain('over usb0');
    expect(occurrence.reading.value).toBeGreaterThan(5);
  });

  it('switches the outlets and accessories of this PDU', async () => {
    const { admin: client } = pdus();
    expect([await state(client, '1'), await state(client, '3'), await state(client, '4')]).toEqual([
      'OFF',
      'OFF',
      'OFF',
    ]);
    expect([await rebooting(client, '2'), await rebooting(client, '5'), await rebooting(client, '6')]).toEqual([
      true,
      true,
      true,
    ]);
    expect((await client.get('/api/relayOutputs')).body[0].state).toBe('ON');
    expect((await client.get('/api/sensors')).body[1].outputRelays[0].state).toBe('CLOSE');
    expect((await client.get('/api/inlets')).body[0].inletEnergyAccumulation).toBe(0);
  });

  it('switches the outlets of another PDU', async () => {
    const { adminThere: client } = pdus();
    const states = ['1', '2', '3', '4', '5'].map((outlet) => state(client, outlet));
    expect(await Promise.all(states)).toEqual(['OFF', 'ON', 'OFF', 'OFF', 'ON']);
    expect([await rebooting(client, '7'), await rebooting(client, '8')]).toEqual([true, true]);
  });

  it('turns on again the outlets that it reboots', async () => {
    const { here: pdu, there: other, admin: client, adminThere: clientThere } = pdus();
    await pdu.seconds(10);
    await other.seconds(10);
    const states = [
      ...['2', '5', '6'].map((id) => state(client, id)),
      ...['7', '8', '9'].map((id) => state(clientThere, id)),
    ];
    expect(await Promise.all(states)).toEqual(['ON', 'ON', 'ON', 'ON', 'ON', 'ON']);
    expect((await client.get('/api/relayOutputs')).body[1].state).toBe('ON');
  });

  it('notifies by mail, post and trap', async () => {
    const { subject, text, html } = await mails.newest();
    expect([subject, html]).toEqual([expect.stringContaining('Heater on'), undefined]);
    expect(text).toMatch(new RegExp(`^Object: +Outlet 8 \\(${NAME}\\)$`, 'm'));
    expect(listener.requests).toEqual([expect.stringMatching(/^POST \/alarm HTTP\/1\.1\r\n/)]);
    expect(JSON.parse(listener.requests[0]?.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      eventCode: 45,
      eventName: 'Heater on',
      valueExceedingThreshold: occurrence.reading.value,
      ...{ object: `outlet ${HEATER}`, objectId: HEATER, objectName: NAME },
      outlets: expect.any(Array),
    });
    if (!traps) return;
    for (const trap of await traps.traps(2)) expect(trap[1]).toMatch(/outletCurrentMaxThreshold$/);
  }, 30_000);
});
