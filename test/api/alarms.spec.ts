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
        eventId: event,
        eventName: 'Overload',
        object: `outlet ${OUTLET}`,
        objectId: OUTLET,
        objectKind: 'outlet',
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
        'event.unacknowledge',
        'The acknowledgement of the alarm of rule “Overload” at Outlet 1 was taken back by admin.',
      ],
      [
        'event.acknowledge',
        'The alarm of rule “Overload” at Outlet 1 was acknowledged by admin with the note “On my way”.',
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
    expect(refused(await stranger.get('/api/alarms'))).toEqual([403, 'NOT_ALLOWED']);
    const [seen] = (await alarmsOf(reader)).alarms;
    expect(seen.acknowledgement).toEqual({ time: expect.any(String) });
    expect((await alarmsOf(admin)).alarms[1].acknowledgement.who).toEqual(expect.any(String));
    const log = await pdu.as({ viewLog: true, viewEventActions: true });
    const kinds = (await log.get('/api/log')).body.entries.map(({ kind }: { kind: string }) => kind);
    expect(kinds).not.toContain('event.acknowledge');
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
