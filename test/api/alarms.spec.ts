import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { aPdu, type Answer, type Client, type Pdu } from '../support/app/pdu.js';
import { VirtualClock } from '../support/time/virtual-clock.js';

const OUTLET = '1-1200578';
const OTHER = '2-1200578';
const OPERATOR = { viewEventActions: true, modifyEventActions: true, viewOutlets: [OUTLET] };

const refused = ({ status, body }: Answer) => [status, body.code];
const alarmsOf = async (client: Client) => (await client.get('/api/alarms')).body;
/** Takes the load off every outlet, so that no circuit has a high load of its own. */
const unload = async (admin: Client): Promise<void> => {
  const outlets = (await admin.get('/api/outlets')).body as { id: string }[];
  const none = { loadAmps: 0, powerFactor: 1 };
  await admin.patch('/api/simulator', { outlets: Object.fromEntries(outlets.map(({ id }) => [id, none])) });
};
const acknowledgement = (id: string) => `/api/alarms/${id}/acknowledgement`;

describe('alarms', () => {
  let pdu: Pdu;
  let admin: Client;
  const created: string[] = [];

  const load = (amps: number, outlet = OUTLET) =>
    admin.patch('/api/simulator', { outlets: { [outlet]: { loadAmps: amps, powerFactor: 1 } } });
  const anEvent = async (name: string, outlet = OUTLET): Promise<number> => {
    const event = { name, code: 45, params: [outlet, '5', '1'], actions: [] };
    const { body } = await admin.post('/api/events', event);
    created.push(`/api/events/${body.id}`);
    return body.id;
  };
  /** An event that has triggered for the outlet, and the id of its alarm. */
  const anAlarm = async (outlet = OUTLET): Promise<{ event: number; id: string }> => {
    const event = await anEvent('Overload', outlet);
    await load(7, outlet);
    await pdu.seconds(3);
    const { alarms } = await alarmsOf(admin);
    return { event, id: alarms.find(({ eventId }: { eventId: number }) => eventId === event).id };
  };

  beforeAll(async () => {
    pdu = await aPdu();
    admin = await pdu.as('admin');
    await unload(admin);
  });
  afterEach(async () => {
    for (const path of created.splice(0)) await admin.delete(path);
    for (const outlet of [OUTLET, OTHER]) await load(1, outlet);
    await pdu.seconds(2);
  });
  afterAll(() => pdu.stop());

  it('have since when, the value of now and the limit', async () => {
    expect(await alarmsOf(admin)).toEqual({ alarms: [], total: 0, unacknowledged: 0 });
    const { event } = await anAlarm();
    const began = (await admin.get(`/api/events/${event}/history`)).body.firings[0].time;
    const { alarms, total, unacknowledged } = await alarmsOf(admin);
    expect([total, unacknowledged]).toEqual([1, 1]);
    expect(alarms).toEqual([
      {
        id: expect.any(String),
        kind: 'event',
        severity: 'critical',
        eventId: event,
        eventName: 'Overload',
        object: `outlet ${OUTLET}`,
        objectId: OUTLET,
        objectKind: 'outlet',
        objectName: 'Outlet 1',
        since: began,
        reading: { label: 'current', value: expect.any(Number), limit: 5, unit: 'A', direction: 'above' },
      },
    ]);
    await load(8);
    await pdu.seconds(1);
    const [later] = (await alarmsOf(admin)).alarms;
    expect(later.reading.value).toBeGreaterThan(alarms[0].reading.value + 0.5);
    expect(later.id).toBe(alarms[0].id);
  });

  it('are acknowledged with a note, and that is taken back; both are in the log', async () => {
    const { id, event } = await anAlarm();
    const answer = await admin.put(acknowledgement(id), { note: ' On my way ' });
    expect(answer.status).toBe(200);
    expect(answer.body.acknowledgement).toEqual({ time: expect.any(String), who: 'admin', note: 'On my way' });
    expect(await alarmsOf(admin)).toMatchObject({ alarms: [answer.body], total: 1, unacknowledged: 0 });
    const back = await admin.delete(acknowledgement(id));
    expect([back.status, back.body.acknowledgement]).toEqual([200, undefined]);
    expect((await admin.delete(acknowledgement(id))).status).toBe(200);
    expect(await alarmsOf(admin)).toMatchObject({ total: 1, unacknowledged: 1 });
    const { entries } = (await admin.get(`/api/timeline?object=event:${event}`)).body;
    const sentences = entries.map(({ kind, sentence }: { kind: string; sentence: string }) => [kind, sentence]);
    expect(sentences.slice(0, 2)).toEqual([
      [
        'alarm.unacknowledge',
        'The acknowledgement of the alarm of event “Overload” at Outlet 1 was taken back by admin.',
      ],
      [
        'alarm.acknowledge',
        'The alarm of event “Overload” at Outlet 1 was acknowledged by admin with the note “On my way”.',
      ],
    ]);
  });

  it('need no note, and the newest acknowledgement counts', async () => {
    const { id } = await anAlarm();
    const { acknowledgement: first } = (await admin.put(acknowledgement(id), {})).body;
    expect(first).toEqual({ time: expect.any(String), who: 'admin' });
    await admin.put(acknowledgement(id), { note: 'Fan is broken' });
    expect((await alarmsOf(admin)).alarms[0].acknowledgement.note).toBe('Fan is broken');
    await admin.put(acknowledgement(id), { note: '' });
    expect((await alarmsOf(admin)).alarms[0].acknowledgement.note).toBeUndefined();
  });

  it('are new ones, which nobody has acknowledged, when the event triggers again', async () => {
    const { id } = await anAlarm();
    await admin.put(acknowledgement(id), {});
    await load(1);
    await pdu.seconds(2);
    expect((await alarmsOf(admin)).total).toBe(0);
    expect(refused(await admin.put(acknowledgement(id), {}))).toEqual([404, 'ALARM_UNKNOWN']);
    expect(refused(await admin.delete(acknowledgement(id)))).toEqual([404, 'ALARM_UNKNOWN']);
    await load(7);
    await pdu.seconds(3);
    const { alarms, unacknowledged } = await alarmsOf(admin);
    expect(unacknowledged).toBe(1);
    expect(alarms[0].acknowledgement).toBeUndefined();
    expect(alarms[0].id).not.toBe(id);
    expect(refused(await admin.put(acknowledgement(id), {}))).toEqual([404, 'ALARM_UNKNOWN']);
  });

  it('end with a change of what the event watches, and stay with a new name', async () => {
    const { id, event } = await anAlarm();
    await admin.put(acknowledgement(id), {});
    await admin.put(`/api/events/${event}`, { name: 'Too much' });
    expect((await alarmsOf(admin)).alarms).toMatchObject([{ id, eventName: 'Too much', acknowledgement: {} }]);
    await admin.put(`/api/events/${event}`, { params: [OUTLET, '6', '1'] });
    await pdu.seconds(3);
    expect(await alarmsOf(admin)).toMatchObject({ total: 1, unacknowledged: 1 });
  });

  it('are listed with those first that nobody has acknowledged, the newest first', async () => {
    const { id: first } = await anAlarm();
    const { id: second } = await anAlarm(OTHER);
    const order = async () => (await alarmsOf(admin)).alarms.map(({ id }: { id: string }) => id);
    expect(await order()).toEqual([second, first]);
    await admin.put(acknowledgement(second), {});
    expect(await order()).toEqual([first, second]);
  });

  it('lead to no run of an action and no switching when they are acknowledged', async () => {
    const off = await admin.post('/api/actions', { name: 'Off', code: 11, params: [OTHER, 'OFF'] });
    const event = { name: 'Overload', code: 45, params: [OUTLET, '5', '1'], actions: [off.body.id] };
    const { body } = await admin.post('/api/events', event);
    created.push(`/api/events/${body.id}`, `/api/actions/${off.body.id}`);
    await load(7);
    await pdu.seconds(3);
    await admin.put(`/api/outlets/${OTHER}`, { state: 'ON' });
    const runs = async () => (await admin.get(`/api/log?object=action:${off.body.id}`)).body.entries.length;
    const before = await runs();
    const [{ id }] = (await alarmsOf(admin)).alarms;
    await admin.put(acknowledgement(id), {});
    await admin.delete(acknowledgement(id));
    await pdu.seconds(3);
    expect(await runs()).toBe(before);
    expect((await admin.get(`/api/outlets/${OTHER}`)).body.state).toBe('ON');
  });

  it('are refused in words of their own: too long a note, an unknown id', async () => {
    const { id } = await anAlarm();
    expect(refused(await admin.put(acknowledgement(id), { note: 'x'.repeat(201) }))).toEqual([
      422,
      'VALIDATION_FAILED',
    ]);
    expect(refused(await admin.put(acknowledgement('x'), { note: 1 }))).toEqual([404, 'ALARM_UNKNOWN']);
  });

  it('need the rights: to view events and the object, and to change events', async () => {
    const { id } = await anAlarm();
    const { id: hidden } = await anAlarm(OTHER);
    const reader = await pdu.as({ viewEventActions: true, viewOutlets: [OUTLET] });
    expect(await alarmsOf(reader)).toMatchObject({ alarms: [{ id }], total: 1, unacknowledged: 1 });
    expect(refused(await reader.put(acknowledgement(id), {}))).toEqual([403, 'NOT_ALLOWED']);
    expect(refused(await reader.delete(acknowledgement(id)))).toEqual([403, 'NOT_ALLOWED']);
    const operator = await pdu.as(OPERATOR);
    expect(refused(await operator.put(acknowledgement(hidden), {}))).toEqual([404, 'ALARM_UNKNOWN']);
    expect(refused(await operator.delete(acknowledgement(hidden)))).toEqual([404, 'ALARM_UNKNOWN']);
    expect((await operator.put(acknowledgement(id), {})).body.acknowledgement).toMatchObject({
      who: expect.any(String),
    });
    const stranger = await pdu.as({ viewOutlets: [OUTLET] });
    expect(await alarmsOf(stranger)).toEqual({ alarms: [], total: 0, unacknowledged: 0 });
    const [seen] = (await alarmsOf(reader)).alarms;
    expect(seen.acknowledgement).toEqual({ time: expect.any(String) });
    expect((await alarmsOf(admin)).alarms[1].acknowledgement.who).toEqual(expect.any(String));
    const log = await pdu.as({ viewLog: true, viewEventActions: true });
    const kinds = (await log.get('/api/log')).body.entries.map(({ kind }: { kind: string }) => kind);
    expect(kinds).not.toContain('alarm.acknowledge');
  });

  it('are counted by the metrics', async () => {
    const { id } = await anAlarm();
    await anAlarm(OTHER);
    await admin.put(acknowledgement(id), {});
    const { body: text } = await admin.get('/metrics');
    expect(text).toContain('rackfeed_alarms{acknowledged="no"} 1');
    expect(text).toContain('rackfeed_alarms{acknowledged="yes"} 1');
  });
});

describe('alarms across a restart of the controller', () => {
  const overload = { name: 'Overload', code: 45, params: [OUTLET, '5', '1'], actions: [] };
  const plug = (client: Client, amps: number) =>
    client.patch('/api/simulator', { outlets: { [OUTLET]: { loadAmps: amps, powerFactor: 1 } } });

  it('keep their beginning and acknowledgement while they hold, and lose it when they have ended meanwhile', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'rackfeed-alarms-'));
    const clock = new VirtualClock('2026-03-02T08:00:00Z');
    let pdu = await aPdu({ dataDir, clock });
    let admin = await pdu.as('admin');
    const restart = async (): Promise<void> => {
      await pdu.stop();
      clock.advance(60_000);
      pdu = await aPdu({ dataDir, clock });
      admin = await pdu.as('admin');
    };
    await admin.post('/api/events', overload);
    await plug(admin, 7);
    await pdu.seconds(3);
    const [{ id }] = (await alarmsOf(admin)).alarms;
    const { body: before } = await admin.put(acknowledgement(id), { note: 'Known' });
    await restart();
    await pdu.seconds(2);
    const [after] = (await alarmsOf(admin)).alarms;
    expect({ ...after, reading: before.reading }).toEqual(before);
    expect(after.acknowledgement).toMatchObject({ who: 'admin', note: 'Known' });
    await plug(admin, 1);
    await restart();
    await pdu.seconds(2);
    expect((await alarmsOf(admin)).total).toBe(0);
    await plug(admin, 7);
    await pdu.seconds(3);
    expect(await alarmsOf(admin)).toMatchObject({ total: 1, unacknowledged: 1 });
    await pdu.stop();
    rmSync(dataDir, { recursive: true });
  });
});

describe('alarms of measurements', () => {
  const BANK = '1200578';
  let pdu: Pdu;
  let admin: Client;
  const simulate = (patch: object) => admin.patch('/api/simulator', patch);
  const trip = (breakerClosed: boolean) => simulate({ banks: { [BANK]: { breakerClosed } } });
  const kinds = async (client: Client = admin): Promise<string[]> =>
    (await alarmsOf(client)).alarms.map(({ kind, objectId }: Record<string, string>) => `${kind} ${objectId}`);
  const only = async (client: Client = admin) => {
    const { alarms } = await alarmsOf(client);
    expect(alarms).toHaveLength(1);
    return alarms[0];
  };

  beforeAll(async () => {
    pdu = await aPdu();
    admin = await pdu.as('admin');
    await unload(admin);
  });
  afterEach(async () => {
    await trip(true);
    await simulate({
      outlets: { [OUTLET]: { loadAmps: 1, powerFactor: 1 } },
      inlets: { 'I1-1000036': { voltage: 120 } },
    });
    await pdu.seconds(2);
    expect(await kinds()).toEqual([]);
  });
  afterAll(() => pdu.stop());

  it('begin with a breaker that trips, have a time, and are acknowledged like all others', async () => {
    await trip(false);
    await pdu.seconds(1);
    const alarm = await only();
    expect(alarm).toEqual({
      ...{ id: expect.any(String), kind: 'breakerTripped', severity: 'critical', since: expect.any(String) },
      ...{ object: `bank ${BANK}`, objectId: BANK, objectKind: 'bank', objectName: 'Bank 1' },
    });
    await pdu.seconds(5);
    expect(await only()).toEqual(alarm);
    const answer = await admin.put(acknowledgement(alarm.id), { note: 'On my way' });
    expect(answer.body).toEqual({
      ...alarm,
      acknowledgement: { time: expect.any(String), who: 'admin', note: 'On my way' },
    });
    expect(await alarmsOf(admin)).toMatchObject({ total: 1, unacknowledged: 0 });
    const { body: metrics } = await admin.get('/metrics');
    expect(metrics).toContain('rackfeed_alarms{acknowledged="yes"} 1');
    expect((await admin.delete(acknowledgement(alarm.id))).body).toEqual(alarm);
    const { entries } = (await admin.get(`/api/timeline?object=bank:${BANK}`)).body;
    const sentences = entries.map(({ sentence }: { sentence: string }) => sentence);
    expect(sentences.slice(0, 2)).toEqual([
      'The acknowledgement of the alarm of the tripped breaker of Bank 1 was taken back by admin.',
      'The alarm of the tripped breaker of Bank 1 was acknowledged by admin with the note “On my way”.',
    ]);
  });

  it('are new ones, which nobody has acknowledged, when the breaker trips again', async () => {
    await trip(false);
    await pdu.seconds(1);
    const { id } = await only();
    await admin.put(acknowledgement(id), {});
    await trip(true);
    await pdu.seconds(2);
    expect(await kinds()).toEqual([]);
    expect(refused(await admin.put(acknowledgement(id), {}))).toEqual([404, 'ALARM_UNKNOWN']);
    await trip(false);
    await pdu.seconds(1);
    const again = await only();
    expect(again.id).not.toBe(id);
    expect(again.acknowledgement).toBeUndefined();
  });

  it('distinguish a high load from an overload, whose end leaves the acknowledgement of the high load', async () => {
    const load = (amps: number) => simulate({ outlets: { [OUTLET]: { loadAmps: amps, powerFactor: 1 } } });
    const ofBank = async () =>
      (await alarmsOf(admin)).alarms.filter(({ objectId }: { objectId: string }) => objectId === BANK);
    await load(17);
    await pdu.seconds(1);
    const [high] = await ofBank();
    expect(high).toMatchObject({
      ...{ kind: 'highLoad', severity: 'warning', ratedCurrent: 20 },
      reading: { label: 'current', unit: 'A', limit: 16, direction: 'reached', value: expect.any(Number) },
    });
    await admin.put(acknowledgement(high.id), {});
    await load(21);
    await pdu.seconds(1);
    expect(await ofBank()).toMatchObject([{ kind: 'overload', severity: 'critical', reading: { limit: 20 } }]);
    expect((await ofBank())[0].acknowledgement).toBeUndefined();
    await load(17);
    await pdu.seconds(1);
    expect(await ofBank()).toMatchObject([{ kind: 'highLoad', id: high.id, acknowledgement: { who: 'admin' } }]);
  });

  it('are the overload of an outlet too, for a role that may view it', async () => {
    const [tenant, neighbour] = [await pdu.as({ viewOutlets: [OUTLET] }), await pdu.as({ viewOutlets: [OTHER] })];
    await simulate({ outlets: { [OUTLET]: { loadAmps: 15.5, powerFactor: 1 } } });
    await pdu.seconds(1);
    expect(await only(tenant)).toMatchObject({
      ...{ kind: 'overload', severity: 'critical', objectId: OUTLET, objectName: 'Outlet 1', ratedCurrent: 15 },
      reading: { label: 'current', unit: 'A', limit: 15, direction: 'reached' },
    });
    expect(await kinds(neighbour)).toEqual([]);
  });

  it('name the outlets without power to a role that does not see the breaker', async () => {
    const tenant = await pdu.as({ viewOutlets: [OUTLET], modifyEventActions: true });
    const neighbour = await pdu.as({ viewOutlets: ['9-1200579'], modifyEventActions: true });
    await trip(false);
    await pdu.seconds(1);
    const alarm = await only(tenant);
    expect(alarm).toMatchObject({ kind: 'noPower', outletIds: [OUTLET] });
    expect(alarm).not.toHaveProperty('objectName');
    expect(await kinds(neighbour)).toEqual([]);
    expect(refused(await neighbour.put(acknowledgement(alarm.id), {}))).toEqual([404, 'ALARM_UNKNOWN']);
    expect((await tenant.put(acknowledgement(alarm.id), { note: 'Seen' })).body.acknowledgement).toMatchObject({
      note: 'Seen',
    });
    expect(await kinds()).toEqual([`breakerTripped ${BANK}`]);
  });

  it('need the right to view the object, and to acknowledge them the right to change events', async () => {
    await trip(false);
    await pdu.seconds(1);
    const { id } = await only();
    const reader = await pdu.as({ viewBankStats: true });
    expect(await kinds(reader)).toEqual([`breakerTripped ${BANK}`]);
    expect(refused(await reader.put(acknowledgement(id), {}))).toEqual([403, 'NOT_ALLOWED']);
    const blind = await pdu.as({ viewInletStats: true, modifyEventActions: true });
    expect(await kinds(blind)).toEqual([]);
    expect(refused(await blind.put(acknowledgement(id), {}))).toEqual([404, 'ALARM_UNKNOWN']);
    const operator = await pdu.as({ viewBankStats: true, modifyEventActions: true });
    expect((await operator.put(acknowledgement(id), {})).status).toBe(200);
    expect((await only(reader)).acknowledgement).toEqual({ time: expect.any(String) });
  });

  it('are kept over a restart of the controller, with beginning and acknowledgement', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'rackfeed-alarms-'));
    const clock = new VirtualClock('2026-03-02T08:00:00Z');
    let other = await aPdu({ dataDir, clock });
    let client = await other.as('admin');
    await client.patch('/api/simulator', { banks: { [BANK]: { breakerClosed: false } } });
    await other.seconds(2);
    const { body: before } = await client.put(acknowledgement((await only(client)).id), { note: 'Known' });
    await other.stop();
    clock.advance(60_000);
    other = await aPdu({ dataDir, clock });
    client = await other.as('admin');
    await other.seconds(2);
    expect(await only(client)).toEqual(before);
    await other.stop();
    rmSync(dataDir, { recursive: true });
  });
});
