import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SnmpEngineEntity } from '../../src/actions/channels/trap/snmp-engine.entity.js';
import { SnmpEngineService } from '../../src/actions/channels/trap/snmp-engine.service.js';
import { ConfigResetService } from '../../src/configuration/config-reset.service.js';
import { UsersService } from '../../src/users/users.service.js';
import { exported, FIRST, configurePdu, SECOND, type ConfiguredPdu } from '../support/app/configured-pdu.js';
import { ADMIN_PASSWORD, aPdu, USER_PASSWORD, type Client, type Pdu } from '../support/app/pdu.js';
import { primaryAdmin } from '../support/app/people.js';
import { spyOnRelays } from '../support/app/relay-spies.js';
import { StreamClient } from '../support/clients/stream-client.js';

let pdu: Pdu;
let admin: Client;
let there: ConfiguredPdu;

const reset = (client = admin) => client.post('/api/system/configReset');
const stateOf = async (outlet: string): Promise<string> => (await admin.get(`/api/outlets/${outlet}`)).body.state;

describe('a factory reset', () => {
  let asNew: string;
  beforeAll(async () => {
    pdu = await aPdu();
    asNew = await exported(await pdu.as('admin'));
  });
  beforeEach(async () => {
    await pdu.app.get(ConfigResetService).reset(primaryAdmin(pdu));
    admin = await pdu.as('admin');
    there = await configurePdu(pdu, admin);
  });
  afterAll(() => pdu.stop());

  it('leaves the configuration of a new controller and preserves the audit log', async () => {
    expect(await exported(admin)).not.toBe(asNew);
    const answer = await reset();
    expect([answer.status, answer.body]).toEqual([200, { adminPassword: 'environment' }]);
    admin = await pdu.signIn('admin', ADMIN_PASSWORD);
    expect(await exported(admin)).toBe(asNew);
    expect((await admin.get('/api/conf')).body).toMatchObject({ deviceName: 'Rackfeed PDU', smtpPassword: '' });
    for (const list of ['groups', 'actions', 'events']) expect((await admin.get(`/api/${list}`)).body).toEqual([]);
    expect((await admin.get('/api/users')).body).toMatchObject([{ id: '1', username: 'admin', accessToken: '' }]);
    expect((await admin.get(`/api/outlets/${FIRST}`)).body).toMatchObject({
      outletName: 'Outlet 1',
      pwrOnState: 'PREV',
    });
    const { entries } = (await admin.get('/api/log?kind=device.configReset&limit=1')).body;
    expect(entries).toMatchObject([{ who: 'admin', via: 'session', object: 'device', result: 'ok' }]);
    expect((await admin.get('/api/log?kind=group.create')).body.entries).not.toEqual([]);
  });

  it('ends every session, token and stream', async () => {
    const stream = await StreamClient.connect(pdu);
    stream.say({ cookie: there.viewer.token });
    await stream.next(0);
    await reset();
    for (const client of [admin, there.viewer, pdu.with({ authorization: `Bearer ${there.accessToken}` })]) {
      expect((await client.get('/api/user')).status).toBe(401);
    }
    await expect(pdu.signIn('vera', USER_PASSWORD)).rejects.toThrow('401');
    await pdu.seconds(1);
    expect(await stream.closed()).toBe(4401);
  });

  it('moves no relay, and completes a reboot in progress', async () => {
    for (const [outlet, state] of [
      ['3', 'OFF'],
      [FIRST, 'OFF'],
    ] as const) {
      expect((await admin.put(`/api/outlets/${outlet}`, { state })).status).toBe(200);
    }
    await admin.put('/api/relayOutputs/1', { state: 'ON' });
    await admin.put(`/api/outlets/${SECOND}`, { state: 'REBOOT' });
    await pdu.seconds(2);
    expect(await stateOf(SECOND)).toBe('OFF');
    const outlets = async () => (await admin.get('/api/outlets')).body.map(({ state }: { state: string }) => state);
    const relays = async () => (await admin.get('/api/relayOutputs')).body.map(({ state }: { state: string }) => state);
    const before = [await outlets(), await relays()];
    const moves = spyOnRelays(pdu);
    await reset();
    await pdu.idle();
    admin = await pdu.as('admin');
    expect([await outlets(), await relays()]).toEqual(before);
    await pdu.seconds(10);
    expect(await stateOf(SECOND)).toBe('OFF');
    await pdu.seconds(12);
    expect(await stateOf(SECOND)).toBe('ON');
    expect([await stateOf('3'), await stateOf(FIRST)]).toEqual(['OFF', 'OFF']);
    expect(moves()).toEqual([[[{ id: SECOND, state: 'ON' }]]]);
    for (const outlet of ['3', FIRST]) await admin.put(`/api/outlets/${outlet}`, { state: 'ON' });
  });

  it('removes all events: none triggers afterwards', async () => {
    await admin.patch('/api/simulator', { outlets: { [FIRST]: { loadAmps: 12, powerFactor: 1 } } });
    await pdu.seconds(1);
    await reset();
    admin = await pdu.as('admin');
    await pdu.seconds(5);
    expect(await stateOf(FIRST)).toBe('ON');
    // A later event with the same number starts with a new state.
    const event = { name: 'New', code: 54, params: ['3600'], actions: [] };
    expect((await admin.post('/api/events', event)).body).toMatchObject({ triggered: false, numTicksBeyond: 0 });
    await admin.patch('/api/simulator', { outlets: { [FIRST]: { loadAmps: 0, powerFactor: 1 } } });
  });

  it('requires its permission, and removes also the user who requested it', async () => {
    const everythingElse = await pdu.as({ modifyGlobalDeviceSettings: true, modifyUsers: true, allowPduRestart: true });
    expect((await reset(everythingElse)).status).toBe(403);
    expect((await pdu.request('POST', '/api/system/configReset')).status).toBe(401);
    const person = await pdu.as({ allowFactoryReset: true });
    expect((await reset(person)).status).toBe(200);
    expect((await person.get('/api/user')).status).toBe(401);
    admin = await pdu.signIn('admin', ADMIN_PASSWORD);
    expect(await exported(admin)).toBe(asNew);
  });

  it('may be requested twice at once', async () => {
    const answers = await Promise.all([reset(), reset(there.viewer), reset()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 200]);
    admin = await pdu.signIn('admin', ADMIN_PASSWORD);
    expect(await exported(admin)).toBe(asNew);
  });

  it('that is requested while one is under way is the same one, with one entry in the log', async () => {
    const { entries: before } = (await admin.get('/api/log?kind=device.configReset&limit=100')).body;
    const answers = await Promise.all([reset(), reset()]);
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      answers.map(() => [200, { adminPassword: 'environment' }]),
    );
    admin = await pdu.signIn('admin', ADMIN_PASSWORD);
    const { entries: after } = (await admin.get('/api/log?kind=device.configReset&limit=100')).body;
    expect(after).toHaveLength(before.length + 1);
    expect((await reset()).status).toBe(200);
    admin = await pdu.signIn('admin', ADMIN_PASSWORD);
    const { entries: later } = (await admin.get('/api/log?kind=device.configReset&limit=100')).body;
    expect(later).toHaveLength(before.length + 2);
  });

  it('gives SNMP a new engine id, so that traffic recorded before is worthless', async () => {
    const engines = () => pdu.app.get(DataSource).manager.find(SnmpEngineEntity);
    await pdu.app.get(SnmpEngineService).running();
    const [before] = await engines();
    await reset();
    await pdu.app.get(SnmpEngineService).running();
    const [after] = await engines();
    expect(after?.engineId).not.toEqual(before?.engineId);
  });

  it.each(['user', 'session', 'setting', 'event', 'audit_entry'])(
    'that the database refuses at table %s changes nothing, in memory either',
    async (table) => {
      const source = pdu.app.get(DataSource);
      const error = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
      const before = await exported(admin);
      const verb = table === 'audit_entry' ? 'INSERT' : 'DELETE';
      await source.query(`CREATE TRIGGER refused BEFORE ${verb} ON "${table}" BEGIN SELECT RAISE(ABORT, 'no'); END`);
      const { status } = await reset();
      await source.query('DROP TRIGGER refused');
      error.mockRestore();
      expect(status).toBe(500);
      expect(await exported(admin)).toBe(before);
      expect((await there.viewer.get('/api/user')).status).toBe(200);
      expect((await pdu.with({ authorization: `Bearer ${there.accessToken}` }).get('/api/user')).status).toBe(200);
    },
  );
});

describe('a factory reset without a password in the environment', () => {
  it('prints a new one on the console, once and nowhere else', async () => {
    pdu = await aPdu({ env: { RACKFEED_ADMIN_PASSWORD: '' } });
    const first = pdu.app.get(UsersService).generatedPassword ?? '';
    admin = await pdu.signIn('admin', first);
    const console_ = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    const answer = await reset();
    const printed = console_.mock.calls.flat().join('\n');
    console_.mockRestore();
    expect(answer.body).toEqual({ adminPassword: 'console' });
    const [, password = ''] = /with the password ([A-Z2-9]{16}) and change it/.exec(printed) ?? [];
    expect(password).not.toBe(first);
    await expect(pdu.signIn('admin', first)).rejects.toThrow('401');
    const again = await pdu.signIn('admin', password);
    expect((await again.get('/api/user')).body).toMatchObject({ username: 'admin', passwordChangeRequired: true });
    expect(JSON.stringify((await again.get('/api/log')).body)).not.toContain(password);
    await pdu.stop();
  });
});

describe('a factory reset of a controller with a data folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rackfeed-reset-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('persists over a restart, and no session is restored', async () => {
    pdu = await aPdu({ dataDir: folder });
    admin = await pdu.as('admin');
    there = await configurePdu(pdu, admin);
    const old = [admin.headers, there.viewer.headers, { authorization: `Bearer ${there.accessToken}` }];
    await reset();
    admin = await pdu.as('admin');
    const before = await exported(admin);
    await pdu.stop();
    pdu = await aPdu({ dataDir: folder });
    for (const headers of old) expect((await pdu.with(headers).get('/api/user')).status).toBe(401);
    expect((await pdu.with(admin.headers).get('/api/user')).status).toBe(200);
    expect(await exported(pdu.with(admin.headers))).toBe(before);
    await pdu.stop();
  });
});
