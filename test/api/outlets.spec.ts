import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';

const FIRST = '1-1200578';
const SECOND = '2-1200578';

let pdu: Pdu;
let admin: Client;

const start = async (model?: string) => {
  pdu = await aPdu(model ? { model } : {});
  admin = await pdu.as('admin');
};
const stop = () => pdu.stop();
const outlet = async (id: string | number = 1) => (await admin.get(`/api/outlets/${id}`)).body;
const put = (body: unknown, id: string | number = 1) => admin.put(`/api/outlets/${id}`, body);

/** Gives each test a new data folder; answers a function that restarts the controller on it after so many seconds. */
function onKeptData(): (awaySeconds: number) => Promise<void> {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'rackfeed-outlets-'));
    pdu = await aPdu({ dataDir });
    admin = await pdu.as('admin');
  });
  afterEach(async () => {
    await stop();
    await rm(dataDir, { recursive: true });
  });
  return async (awaySeconds) => {
    await stop();
    pdu.clock.advance(awaySeconds * 1000);
    pdu = await aPdu({ dataDir, clock: pdu.clock });
    admin = await pdu.as('admin');
  };
}

describe('GET /api/outlets', () => {
  beforeAll(() => start());
  afterAll(stop);

  it('answers every outlet with the specified fields', async () => {
    const { status, body } = await admin.get('/api/outlets');
    expect(status).toBe(200);
    expect(body).toHaveLength(pdu.model.outlets.length);
    expect(body[0]).toEqual({
      id: FIRST,
      outletName: 'Outlet 1',
      pwrOnState: 'PREV',
      outletIndex: 1,
      receptacle: expect.any(String),
      customRebootTimeEnabled: false,
      customRebootTime: 5,
      circuitVoltage: expect.any(Number),
      currentRms: expect.any(Number),
      watts: expect.any(Number),
      state: 'ON',
      bankId: 1200578,
      rebootStatus: 'none',
      voltageDetection: true,
      relayHealth: 'OK',
      protection: 'none',
    });
  });

  it('answers 304 until the next poll cycle or change', async () => {
    const etag = (await admin.get('/api/outlets')).headers.get('etag') ?? '';
    expect((await admin.get('/api/outlets', { 'if-none-match': etag })).status).toBe(304);
    await put({ outletName: 'Router' }, 3);
    const changed = await admin.get('/api/outlets', { 'if-none-match': etag });
    expect([changed.status, changed.body[2].outletName]).toEqual([200, 'Router']);
  });

  it('answers one outlet by id or index', async () => {
    expect((await outlet(2)).id).toBe(SECOND);
    expect((await outlet(SECOND)).outletIndex).toBe(2);
  });
});

describe('the last switching operation of an outlet', () => {
  const restart = onKeptData();
  const seenBy = async (rights: Parameters<Pdu['as']>[0]) =>
    (await (await pdu.as(rights)).get(`/api/outlets/${FIRST}`)).body.lastSwitching;
  const viewOutlets = [FIRST];

  it('is shown after the first one, and survives a restart', async () => {
    expect(await outlet()).not.toHaveProperty('lastSwitching');
    await put({ state: 'OFF' });
    const time = new Date(pdu.clock.now()).toISOString();
    await restart(60);
    expect((await outlet()).lastSwitching).toEqual({ time, state: 'OFF', by: 'user', who: 'admin' });
  });

  it('shows a role that views the outlet only that it was a user, and not which', async () => {
    await put({ state: 'OFF' });
    expect(await seenBy({ viewOutlets, viewEventActions: true })).toEqual({
      time: expect.any(String),
      state: 'OFF',
      by: 'user',
    });
    expect(await seenBy({ viewOutlets, viewUsersList: true })).toMatchObject({ who: 'admin' });
    const listed = (await (await pdu.as({ viewOutlets })).get('/api/outlets')).body[0];
    expect(listed.lastSwitching).not.toHaveProperty('who');
  });

  it('shows that it was an event, and names it to roles that may view events', async () => {
    const action = await admin.post('/api/actions', { name: 'Shed', code: 11, params: [FIRST, 'OFF'] });
    const event = { name: 'Bank 1 full', code: 31, params: ['1200578', '1', '1'], actions: [action.body.id] };
    expect((await admin.post('/api/events', event)).status).toBe(200);
    await admin.patch('/api/simulator', { outlets: { [SECOND]: { loadAmps: 8 } } });
    await pdu.seconds(4);
    expect(await outlet()).toMatchObject({ state: 'OFF', lastSwitching: { by: 'event', who: 'Bank 1 full' } });
    expect(await seenBy({ viewOutlets, viewUsersList: true })).toEqual({
      time: expect.any(String),
      state: 'OFF',
      by: 'event',
    });
    expect(await seenBy({ viewOutlets, viewEventActions: true })).toMatchObject({ who: 'Bank 1 full' });
  });

  it('shows a reboot; its cause is for roles that may view users and events', async () => {
    await put({ state: 'REBOOT' });
    await pdu.seconds(2);
    expect(await seenBy({ viewOutlets, viewUsersList: true, viewEventActions: true })).toMatchObject({
      state: 'OFF',
      by: 'powerCycle',
      who: 'admin',
    });
    expect(await seenBy({ viewOutlets, viewUsersList: true })).not.toHaveProperty('who');
    expect(await seenBy({ viewOutlets, viewEventActions: true })).not.toHaveProperty('who');
  });

  it('shows the requested state beside the measured state of a stuck relay', async () => {
    await admin.patch('/api/simulator', { outlets: { [FIRST]: { relayStuck: true } } });
    await put({ state: 'OFF' });
    expect(await outlet()).toMatchObject({ relayHealth: 'Failed', lastSwitching: { state: 'OFF', by: 'user' } });
  });

  it('is hidden from roles that may switch the outlet without viewing it', async () => {
    const blind = await pdu.as({ modifyOutlets: [FIRST] });
    const answer = await blind.put('/api/outlets/1', { state: 'OFF' });
    expect(answer.body).toMatchObject({ state: 'OFF' });
    expect(answer.body).not.toHaveProperty('lastSwitching');
  });
});

describe('permissions on outlets', () => {
  beforeAll(() => start());
  afterAll(stop);

  it('are refused without a credential', async () => {
    expect((await pdu.request('GET', '/api/outlets')).status).toBe(401);
    expect((await pdu.request('PUT', '/api/outlets/1', { state: 'OFF' })).status).toBe(401);
  });

  it('let a role view the outlets it lists, and no others', async () => {
    const viewer = await pdu.as({ viewOutlets: [SECOND] });
    const ids = (await viewer.get('/api/outlets')).body.map(({ id }: { id: string }) => id);
    expect(ids).toEqual([SECOND]);
    expect((await viewer.get('/api/outlets/2')).status).toBe(200);
    expect((await viewer.get('/api/outlets/1')).status).toBe(403);
    expect((await viewer.put('/api/outlets/2', { state: 'OFF' })).status).toBe(403);
  });

  it('refuse the list to a role without an outlet', async () => {
    const nobody = await pdu.as({ viewInletStats: true });
    expect((await nobody.get('/api/outlets')).status).toBe(403);
  });

  it('let a role change the outlets it lists, by id or index', async () => {
    const operator = await pdu.as({ viewOutlets: [FIRST], modifyOutlets: [FIRST] });
    expect((await operator.put('/api/outlets/1', { outletName: 'Mine' })).body.outletName).toBe('Mine');
    expect((await operator.put(`/api/outlets/${FIRST}`, { state: 'off' })).body.state).toBe('OFF');
    expect((await operator.put('/api/outlets/2', { state: 'OFF' })).body.code).toBe('OUTLET_NOT_ALLOWED');
    expect((await outlet(2)).state).toBe('ON');
  });

  it('let a role that may not view an outlet read its own changes, and no measurement', async () => {
    const operator = await pdu.as({ modifyOutlets: [FIRST] });
    const named = (await operator.put('/api/outlets/1', { customRebootTime: 7 })).body;
    expect(named).toEqual({ id: FIRST, outletIndex: 1, customRebootTime: 7 });
    const switched = (await operator.put('/api/outlets/1', { state: 'ON', outletName: 'Mine' })).body;
    expect(switched).toEqual({ id: FIRST, outletIndex: 1, outletName: 'Mine', state: 'ON', rebootStatus: 'none' });
    const many = (await operator.put('/api/outlets', { outlets: [FIRST], state: 'ON' })).body;
    expect(many.outlets[0].outlet).toEqual({ id: FIRST, outletIndex: 1, state: 'ON', rebootStatus: 'none' });
  });

  it('hide an outlet in the dry run of an action from a role that may not view it', async () => {
    const maker = await pdu.as({ viewEventActions: true, modifyEventActions: true, modifyOutlets: [FIRST] });
    const action = (await maker.post('/api/actions', { name: 'On', code: 11, params: [FIRST, 'ON'] })).body;
    const preview = (await maker.post(`/api/actions/${action.id}/test?dryRun=true`)).body;
    expect(preview.moves).toEqual([{ id: FIRST }]);
    expect(preview).not.toHaveProperty('watts');
    expect((await admin.post(`/api/actions/${action.id}/test?dryRun=true`)).body.watts).toBeGreaterThanOrEqual(0);
  });

  it('are checked in the order 401, 403, 404, 422', async () => {
    const nobody = await pdu.as({ viewInletStats: true });
    expect((await nobody.put('/api/outlets/99', 'not json')).status).toBe(403);
    expect((await put('not json', 99)).body.code).toBe('OUTLET_UNKNOWN');
    expect((await put('not json')).status).toBe(422);
  });
});

describe('PUT /api/outlets/{id}', () => {
  beforeEach(() => start());
  afterEach(stop);

  it('switches and answers the measured state', async () => {
    expect((await put({ state: 'OFF' })).body).toMatchObject({
      state: 'OFF',
      currentRms: 0,
      voltageDetection: false,
      relayHealth: 'OK',
    });
    expect((await put({ state: 'on' })).body).toMatchObject({ state: 'ON', voltageDetection: true });
  });

  it('changes every member, words in any case, numbers also as text', async () => {
    const { status, body } = await put({
      id: FIRST,
      outletName: 'Core switch ☎',
      pwrOnState: 'off',
      customRebootTimeEnabled: 1,
      customRebootTime: '60',
    });
    expect(status).toBe(200);
    const changed = {
      outletName: 'Core switch ☎',
      pwrOnState: 'OFF',
      customRebootTimeEnabled: true,
      customRebootTime: 60,
    };
    expect(body).toMatchObject(changed);
    expect(await outlet()).toMatchObject({ ...changed, state: 'ON' });
  });

  it.each([
    [{}, undefined],
    [{ colour: 'red' }, undefined],
    [{ id: FIRST }, undefined],
    [{ outletName: '' }, 'outletName'],
    [{ outletName: '  ' }, 'outletName'],
    [{ outletName: 'x'.repeat(101) }, 'outletName'],
    [{ outletName: null }, 'outletName'],
    [{ pwrOnState: 'LAST' }, 'pwrOnState'],
    [{ state: 'PREV' }, 'state'],
    [{ customRebootTimeEnabled: 'maybe' }, 'customRebootTimeEnabled'],
    [{ customRebootTime: 0 }, 'customRebootTime'],
    [{ customRebootTime: 3601 }, 'customRebootTime'],
    [{ customRebootTime: 1.5 }, 'customRebootTime'],
    [{ id: SECOND, outletName: 'x' }, 'id'],
  ])('refuses %j and changes nothing', async (body, field) => {
    const before = await outlet();
    const answer = await put({ ...body, ...(field && { state: 'OFF', ...body }) });
    expect(answer.status).toBe(422);
    if (field) expect(answer.body.details.map((detail: { field: string }) => detail.field)).toContain(field);
    expect(await outlet()).toEqual(before);
  });

  it('stores nothing when the relay does not follow', async () => {
    await admin.patch('/api/simulator', { outlets: { [FIRST]: { relayStuck: true } } });
    const answer = await put({ state: 'OFF', outletName: 'Renamed' });
    expect([answer.status, answer.body.code]).toEqual([500, 'RELAY_FAULT']);
    expect(await outlet()).toMatchObject({ outletName: 'Outlet 1', relayHealth: 'Failed' });
  });

  it('loses no update of two writers', async () => {
    await Promise.all([
      put({ outletName: 'A' }),
      put({ pwrOnState: 'ON' }),
      put({ customRebootTime: 9 }),
      put({ customRebootTimeEnabled: true }),
      put({ state: 'OFF' }),
    ]);
    expect(await outlet()).toMatchObject({
      outletName: 'A',
      pwrOnState: 'ON',
      customRebootTime: 9,
      customRebootTimeEnabled: true,
      state: 'OFF',
    });
  });

  it('is in the audit log with the changes', async () => {
    await put({ outletName: 'Router', state: 'OFF' });
    const log = JSON.stringify((await admin.get('/api/log')).body);
    expect(log).toContain('outlet.change');
    expect(log).toContain('Router');
    expect(log).toContain('outlet.switch');
  });
});

describe('an outlet that is off for a reboot', () => {
  beforeEach(() => start());
  afterEach(stop);

  it('says when it turns on, to the second, and no longer once it is on', async () => {
    expect(await outlet()).not.toHaveProperty('turnsOnAt');
    await put({ state: 'REBOOT', customRebootTimeEnabled: true, customRebootTime: 30 });
    await pdu.seconds(3);
    const { turnsOnAt, lastSwitching } = await outlet();
    const left = Date.parse(turnsOnAt as string) - Date.parse(lastSwitching.time as string);
    expect(Math.round(left / 1000)).toBe(30);
    await pdu.seconds(4);
    expect(await outlet()).toMatchObject({ state: 'OFF', turnsOnAt });
    await pdu.seconds(26);
    expect((await outlet()).state).toBe('ON');
    expect(await outlet()).not.toHaveProperty('turnsOnAt');
  });
});

describe('REBOOT', () => {
  beforeEach(() => start());
  afterEach(stop);

  const seen = async (id: string | number = 1) => {
    const { state, rebootStatus } = await outlet(id);
    return [state, rebootStatus];
  };

  it('answers pendingOff, then is OFF with pendingOn, then ON with none', async () => {
    expect((await put({ state: 'reboot' })).body).toMatchObject({ state: 'ON', rebootStatus: 'pendingOff' });
    await pdu.seconds(1);
    expect(await seen()).toEqual(['OFF', 'pendingOn']);
    await pdu.seconds(4);
    expect(await seen()).toEqual(['OFF', 'pendingOn']);
    await pdu.seconds(1);
    expect(await seen()).toEqual(['ON', 'none']);
  });

  it('uses the off time of the same request', async () => {
    await put({ state: 'REBOOT', customRebootTimeEnabled: true, customRebootTime: 2 });
    await pdu.seconds(2);
    expect(await seen()).toEqual(['OFF', 'pendingOn']);
    await pdu.seconds(1);
    expect(await seen()).toEqual(['ON', 'none']);
  });

  it('uses the global reboot time if the outlet has none of its own', async () => {
    await admin.post('/api/conf', { globalRebootTime: 2 });
    await put({ state: 'REBOOT' });
    await pdu.seconds(3);
    expect(await seen()).toEqual(['ON', 'none']);
  });

  it('of an outlet that is off goes straight to pendingOn', async () => {
    await put({ state: 'OFF' });
    expect((await put({ state: 'REBOOT' })).body).toMatchObject({ state: 'OFF', rebootStatus: 'pendingOn' });
    await pdu.seconds(5);
    expect(await seen()).toEqual(['ON', 'none']);
  });

  it('during a reboot changes nothing', async () => {
    await put({ state: 'REBOOT' });
    await pdu.seconds(4);
    expect((await put({ state: 'REBOOT' })).body).toMatchObject({ state: 'OFF', rebootStatus: 'pendingOn' });
    await pdu.seconds(2);
    expect(await seen()).toEqual(['ON', 'none']);
  });

  it.each(['ON', 'OFF'])('is cancelled by an %s, which wins', async (state) => {
    await put({ state: 'REBOOT' });
    await pdu.seconds(2);
    expect((await put({ state })).body).toMatchObject({ state, rebootStatus: 'none' });
    await pdu.seconds(10);
    expect(await seen()).toEqual([state, 'none']);
  });

  it('ends ON even if the relay sticks for a while', async () => {
    await put({ state: 'REBOOT' });
    await pdu.seconds(2);
    await admin.patch('/api/simulator', { outlets: { [FIRST]: { relayStuck: true } } });
    await pdu.seconds(10);
    expect(await outlet()).toMatchObject({ relayHealth: 'Failed', rebootStatus: 'pendingOn' });
    await admin.patch('/api/simulator', { outlets: { [FIRST]: { relayStuck: false } } });
    await pdu.seconds(60);
    expect(await outlet()).toMatchObject({ state: 'ON', relayHealth: 'OK', rebootStatus: 'none' });
  });
});

describe('when the PDU loses its mains', () => {
  beforeEach(() => start('switched-8'));
  afterEach(stop);

  const states = async () => (await admin.get('/api/outlets')).body.map(({ state }: { state: string }) => state);

  it('outlets are staggered to their power-on state', async () => {
    await admin.post('/api/conf', { deviceSequentialPowerUpDelay: 2 });
    await put({ state: 'OFF' }, 2);
    await put({ pwrOnState: 'OFF' }, 3);
    await put({ state: 'OFF', pwrOnState: 'ON' }, 4);
    await admin.post('/api/simulator/powerCycle');
    await pdu.poll();
    await pdu.seconds(1);
    expect(await states()).toEqual(['ON', 'OFF', 'OFF', 'OFF', 'OFF', 'OFF', 'OFF', 'OFF']);
    await pdu.seconds(2);
    expect(await states()).toEqual(['ON', 'OFF', 'OFF', 'ON', 'OFF', 'OFF', 'OFF', 'OFF']);
    await pdu.seconds(8);
    expect(await states()).toEqual(['ON', 'OFF', 'OFF', 'ON', 'ON', 'ON', 'ON', 'ON']);
  });

  it('outlets change together with a delay of 0', async () => {
    await admin.post('/api/conf', { deviceSequentialPowerUpDelay: 0 });
    await admin.post('/api/simulator/powerCycle');
    await pdu.poll();
    await pdu.seconds(1);
    expect(await states()).toEqual(Array.from({ length: 8 }, () => 'ON'));
  });
});

describe('a restart of the controller', () => {
  const restart = onKeptData();

  it('moves no outlet and loses no setting', async () => {
    await put({ state: 'OFF', outletName: 'Router', pwrOnState: 'ON', customRebootTime: 7 });
    const before = await outlet();
    await restart(60);
    await pdu.seconds(10);
    expect(await outlet()).toMatchObject({ ...before, circuitVoltage: expect.any(Number) });
  });

  it('completes a reboot on time', async () => {
    await put({ state: 'REBOOT', customRebootTimeEnabled: true, customRebootTime: 30 });
    await pdu.seconds(5);
    await restart(10);
    await pdu.seconds(15);
    expect(await outlet()).toMatchObject({ state: 'OFF', rebootStatus: 'pendingOn' });
    await pdu.seconds(1);
    expect(await outlet()).toMatchObject({ state: 'ON', rebootStatus: 'none' });
  });

  it('completes a reboot at once when its time has passed', async () => {
    await put({ state: 'REBOOT' });
    await pdu.seconds(2);
    await restart(600);
    await pdu.poll();
    expect(await outlet()).toMatchObject({ state: 'ON', rebootStatus: 'none' });
  });
});

describe('models', () => {
  afterEach(stop);

  it('that switch without metering show a state and no current', async () => {
    await start('switched-8');
    const answer = await outlet();
    expect(answer.state).toBe('ON');
    expect(answer).not.toHaveProperty('currentRms');
  });

  it('that meter without switching refuse a state and store nothing', async () => {
    await start('metered-24');
    const answer = await put({ outletName: 'Renamed', state: 'OFF' });
    expect([answer.status, answer.body.code]).toEqual([422, 'OUTLET_NOT_SWITCHABLE']);
    expect((await put({ customRebootTime: 7 })).body).toMatchObject({ outletName: 'Outlet 1', customRebootTime: 7 });
    expect(await outlet()).toHaveProperty('currentRms');
  });

  it('without either have no outlets', async () => {
    await start('inlet-metered');
    for (const answer of [
      await admin.get('/api/outlets'),
      await admin.get('/api/outlets/1'),
      await put({ state: 'OFF' }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'OUTLETS_NOT_AVAILABLE']);
    }
    expect((await pdu.request('GET', '/api/outlets')).status).toBe(401);
  });
});
