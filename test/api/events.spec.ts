import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { PingProbe } from '../../src/probes/ping.probe.js';
import { aPdu, type Answer, type Client, type Pdu } from '../support/app/pdu.js';
import { VirtualClock } from '../support/time/virtual-clock.js';

const BANK = '1200578';
const OUTLET = '1-1200578';
const OTHER = '2-1200578';

let pdu: Pdu;
let admin: Client;
let switchOff: number;
let switchOther: number;

const refused = (answer: Answer) => [
  answer.status,
  answer.body.code,
  (answer.body.details ?? []).map(({ field }: { field: string }) => field).join(),
];
const anAction = async (name: string, code: number, params: unknown[]): Promise<number> =>
  (await admin.post('/api/actions', { name, code, params })).body.id;
const create = async (event: object): Promise<Answer> => {
  const answer = await admin.post('/api/events', event);
  if (answer.status === 200) created.push(`/api/events/${answer.body.id}`);
  return answer;
};
const created: string[] = [];
/** Changes the simulator, which is read at once. */
const load = (amps: number, outlet = OUTLET) =>
  admin.patch('/api/simulator', { outlets: { [outlet]: { loadAmps: amps, powerFactor: 1 } } });

describe('events', () => {
  beforeAll(async () => {
    pdu = await aPdu();
    admin = await pdu.as('admin');
    switchOff = await anAction('Printer off', 11, [OUTLET, 'OFF']);
    switchOther = await anAction('Fan off', 11, [OTHER, 'OFF']);
  });
  afterEach(async () => {
    for (const path of created.splice(0)) await admin.delete(path);
  });
  afterAll(() => pdu.stop());

  it('are answered exactly as specified', async () => {
    const event = { name: 'Bank too hot', code: 31, params: [BANK, '16', '3'], actions: [switchOff] };
    const answer = await create(event);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      name: 'Bank too hot',
      enabled: true,
      code: 31,
      params: [BANK, '16', '3'],
      actions: [switchOff],
      triggered: false,
      numTicksBeyond: 0,
    });
    expect((await admin.get('/api/events')).body).toEqual([answer.body]);
    expect((await admin.get(`/api/events/${answer.body.id}`)).body).toEqual(answer.body);
  });

  it('accept numbers as text and text as numbers, and answer three texts', async () => {
    const answer = await create({ name: 'A', code: '45', params: [1, 4.5, 10], actions: [String(switchOff)] });
    expect(answer.body).toMatchObject({ code: 45, params: [OUTLET, '4.5', '10'], actions: [switchOff] });
    const schedule = await create({ name: 'B', code: 53, params: ['08:00'], actions: [], enabled: 0 });
    expect(schedule.body).toMatchObject({ params: ['08:00', '', ''], enabled: false });
    const change = await create({ name: 'C', code: 30, params: ['ANY', '', ''], actions: [] });
    expect(change.body.params).toEqual(['any', '', '']);
  });

  it.each([
    [{ code: 31, params: [BANK, '1', '1'], actions: [] }, 'VALIDATION_FAILED', 'name'],
    [{ name: 'x'.repeat(101), code: 54, params: ['1'], actions: [] }, 'VALIDATION_FAILED', 'name'],
    [{ name: 'A', params: [], actions: [] }, 'VALIDATION_FAILED', 'code'],
    [{ name: 'A', code: 54, params: ['1'] }, 'VALIDATION_FAILED', 'actions'],
    [{ name: 'A', code: 54, params: ['1', '', '', ''], actions: [] }, 'VALIDATION_FAILED', 'params'],
    [{ name: 'A', code: 54, params: [{}], actions: [] }, 'VALIDATION_FAILED', 'params'],
    [{ name: 'A', code: 54, params: ['1'], actions: ['x'] }, 'VALIDATION_FAILED', 'actions'],
    [{ name: 'A', code: 54, params: ['1'], actions: [1, 1] }, 'VALIDATION_FAILED', 'actions'],
    [{ name: 'A', code: 54, actions: [] }, 'VALIDATION_FAILED', 'params.0'],
    [
      { name: 'A', code: 31, params: ['999', 'x', '-1'], actions: [] },
      'VALIDATION_FAILED',
      'params.0,params.1,params.2',
    ],
    [{ name: 'A', code: 11, params: [], actions: [] }, 'EVENT_CODE_UNKNOWN', 'code'],
    [{ name: 'A', code: 55, params: [], actions: [] }, 'EVENT_NOT_AVAILABLE', 'code'],
    [{ name: 'A', code: 13, params: ['any', '1', '1'], actions: [] }, 'EVENT_NOT_AVAILABLE', 'code'],
    [{ name: 'A', code: 54, params: ['1'], actions: [987654] }, 'EVENT_ACTION_UNKNOWN', 'actions'],
  ])('refuse %j with %s for %s', async (body, code, fields) => {
    expect(refused(await create(body))).toEqual([422, code, fields]);
  });

  it('name the parameter that is wrong', async () => {
    const answer = await create({ name: 'A', code: 31, params: [BANK, '16', 'soon'], actions: [] });
    expect(answer.body.message).toBe('seconds past threshold must be a whole number from 0 to 86400 s.');
  });

  it('are changed as a whole by POST and by members by PUT', async () => {
    const { body } = await create({ name: 'A', code: 31, params: [BANK, '16', '3'], actions: [switchOff] });
    const path = `/api/events/${body.id}`;
    expect((await admin.put(path, { enabled: false, name: 'B' })).body).toEqual({ ...body, enabled: false, name: 'B' });
    expect(refused(await admin.put(path, {}))).toEqual([422, 'NOTHING_TO_CHANGE', '']);
    expect(refused(await admin.put(path, { params: ['any'] }))).toEqual([
      422,
      'VALIDATION_FAILED',
      'params.1,params.2',
    ]);
    expect(refused(await admin.put(path, { id: 4711, name: 'C' }))).toEqual([422, 'VALIDATION_FAILED', 'id']);
    expect(refused(await admin.post(path, { name: 'C' }))).toEqual([422, 'VALIDATION_FAILED', 'code,actions']);
    const replaced = await admin.post(path, { id: body.id, name: 'C', code: 53, params: ['1:00'], actions: [] });
    expect(replaced).toMatchObject({ status: 200, body: { name: 'C', enabled: false, params: ['01:00', '', ''] } });
  });

  it('are deleted, and unknown ones are not found', async () => {
    const { body } = await create({ name: 'A', code: 54, params: ['60'], actions: [] });
    const path = `/api/events/${body.id}`;
    expect(await admin.delete(path)).toMatchObject({ status: 200, body: {} });
    for (const unknown of [path, '/api/events/x', '/api/events/0', '/api/events/01']) {
      expect(refused(await admin.get(unknown))).toEqual([404, 'EVENT_UNKNOWN', '']);
      expect(refused(await admin.put(unknown, { name: '' }))).toEqual([404, 'EVENT_UNKNOWN', '']);
    }
  });

  it('are changed and deleted only by a role that may see what they watch', async () => {
    const { body } = await create({ name: 'Banks', code: 30, params: ['any'], actions: [] });
    const other = await pdu.as({ viewEventActions: true, modifyEventActions: true });
    const path = `/api/events/${body.id}`;
    expect((await other.put(path, { enabled: false })).status).toBe(403);
    expect((await other.delete(path)).status).toBe(403);
    expect((await admin.get(path)).body).toEqual(body);
    await admin.delete(path);
  });

  it('are in the audit log with what has changed', async () => {
    const { body } = await create({ name: 'A', code: 54, params: ['60'], actions: [switchOff] });
    await admin.put(`/api/events/${body.id}`, { name: 'B' });
    await admin.delete(`/api/events/${body.id}`);
    const { entries } = (await admin.get(`/api/log?object=event:${body.id}`)).body;
    expect(entries.map((entry: { kind: string }) => entry.kind)).toEqual([
      'event.delete',
      'event.change',
      'event.create',
    ]);
    expect(entries[1]).toMatchObject({ who: 'admin', before: { name: 'A' }, after: { name: 'B' } });
  });

  it('lose an action that is deleted', async () => {
    const gone = await anAction('Gone', 11, [OUTLET, 'OFF']);
    const { body } = await create({ name: 'A', code: 54, params: ['600'], actions: [switchOff, gone, switchOther] });
    expect((await admin.delete(`/api/actions/${gone}`)).status).toBe(200);
    expect((await admin.get(`/api/events/${body.id}`)).body.actions).toEqual([switchOff, switchOther]);
  });

  it('require the permission for what their actions do', async () => {
    const { body } = await create({ name: 'A', code: 54, params: ['600'], actions: [switchOff] });
    const path = `/api/events/${body.id}`;
    const editor = await pdu.as({ viewEventActions: true, modifyEventActions: true, modifyOutlets: [OTHER] });
    const foreign = { name: 'B', code: 54, params: ['1'], actions: [switchOff] };
    const answers = [
      await editor.post('/api/events', foreign),
      await editor.put(path, { params: ['1'] }),
      await editor.put(path, { actions: [] }),
      await editor.delete(path),
    ];
    expect(answers.map(refused)).toEqual(answers.map(() => [403, 'OUTLET_NOT_ALLOWED', '']));
    const own = await editor.post('/api/events', { ...foreign, actions: [switchOther] });
    expect(own.status).toBe(200);
    expect((await editor.delete(`/api/events/${own.body.id}`)).status).toBe(200);
  });

  it('list their codes, with the objects of this model', async () => {
    const codes = (await admin.get('/api/event-codes')).body;
    expect(codes).toHaveLength(64);
    expect(codes.find(({ code }: { code: number }) => code === 31)).toEqual({
      code: 31,
      name: 'Bank Max Current Threshold',
      available: true,
      params: [
        {
          label: 'bank id',
          kind: 'bank',
          choices: [BANK, '1200579', 'any'],
          choiceLabels: [`bank ${BANK}`, 'bank 1200579', 'any bank'],
          optional: false,
        },
        { label: 'amperage threshold', kind: 'number', unit: 'A', min: 0, max: 10_000, optional: false },
        {
          label: 'seconds past threshold',
          kind: 'number',
          unit: 's',
          min: 0,
          max: 86_400,
          integer: true,
          optional: false,
        },
      ],
    });
    expect(codes.find(({ code }: { code: number }) => code === 55)).toMatchObject({ available: false, params: [] });
  });

  it.each([
    [16.5, '16.5'],
    ['16.50', '16.5'],
    ['+1.6e1', '16'],
    ['.5', '0.5'],
    [1e-7, '0.0000001'],
    ['1e-7', '0.0000001'],
    [0, '0'],
  ])('accept the number %j in params and answer %j', async (sent, answered) => {
    const { body } = await create({ name: 'A', code: 45, params: [OUTLET, sent, '3e0'], actions: [] });
    expect(body.params).toEqual([OUTLET, answered, '3']);
  });

  it.each(['0x10', '1e999', 'Infinity', '1,5'])('do not accept %j as a number', async (sent) => {
    const answer = await create({ name: 'A', code: 45, params: [OUTLET, sent, '3'], actions: [] });
    expect(refused(answer)).toEqual([422, 'VALIDATION_FAILED', 'params.1']);
  });

  it('give the reason why this host cannot run AutoPing', async () => {
    const probe = pdu.app.get(PingProbe, { strict: false });
    const check = jest.spyOn(probe, 'check').mockResolvedValue('The host system has no ping command.');
    pdu.clock.advance(120_000);
    const of12 = async () =>
      (await admin.get('/api/event-codes')).body.find(({ code }: { code: number }) => code === 12);
    expect(await of12()).toMatchObject({ available: false, reason: 'The host system has no ping command.' });
    check.mockResolvedValue(undefined);
    pdu.clock.advance(120_000);
    expect(await of12()).toMatchObject({ available: true });
    check.mockRestore();
  });

  it('trigger, switch, count and are reset', async () => {
    const { body } = await create({ name: 'Overload', code: 45, params: [OUTLET, '5', '2'], actions: [switchOther] });
    const event = async () => (await admin.get(`/api/events/${body.id}`)).body;
    await load(6);
    await pdu.seconds(2);
    expect(await event()).toMatchObject({ triggered: false, numTicksBeyond: 1 });
    await pdu.seconds(3);
    expect(await event()).toMatchObject({ triggered: true, numTicksBeyond: 4 });
    expect((await admin.get(`/api/outlets/${OTHER}`)).body.state).toBe('OFF');

    await admin.put(`/api/outlets/${OTHER}`, { state: 'ON' });
    await pdu.seconds(5);
    expect((await admin.get(`/api/outlets/${OTHER}`)).body.state).toBe('ON');
    await load(1);
    await pdu.seconds(1);
    expect(await event()).toMatchObject({ triggered: false, numTicksBeyond: 0 });
  });

  it('reset their state when their trigger changes, and are idle while disabled', async () => {
    await load(6);
    const { body } = await create({ name: 'Overload', code: 45, params: [OUTLET, '5', '0'], actions: [] });
    const path = `/api/events/${body.id}`;
    const triggered = async () => (await admin.get(path)).body.triggered;
    await pdu.seconds(2);
    expect(await triggered()).toBe(true);
    expect((await admin.put(path, { name: 'Renamed' })).body.triggered).toBe(true);
    expect((await admin.put(path, { params: [OUTLET, '7', '0'] })).body.triggered).toBe(false);
    await admin.put(path, { params: [OUTLET, '5', '0'] });
    await pdu.seconds(1);
    expect(await triggered()).toBe(true);
    expect((await admin.put(path, { enabled: false })).body).toMatchObject({ triggered: false, numTicksBeyond: 0 });
    await pdu.seconds(3);
    expect(await triggered()).toBe(false);
    await load(1);
  });

  it('explain their current state', async () => {
    await load(4);
    const { body } = await create({ name: 'Overload', code: 45, params: [OUTLET, '5', '10'], actions: [] });
    await pdu.seconds(1);
    const path = `/api/events/${body.id}/explain`;
    const calm = (await admin.get(path)).body;
    expect(calm).toMatchObject({
      id: body.id,
      available: true,
      waitsFor: 'current above 5 A',
      seconds: 10,
      limit: { label: 'current', limit: 5, unit: 'A', direction: 'above' },
      objects: [{ id: OUTLET, holds: false, triggered: false }],
    });
    expect(calm.objects[0].value).toBeCloseTo(4, 0);
    expect(calm.objects[0].distance).toBeCloseTo(5 - calm.objects[0].value, 3);
    await load(6);
    await pdu.seconds(5);
    expect((await admin.get(path)).body.waitsFor).toBe('6 s more of current above 5 A');
    const stranger = await pdu.as({ viewEventActions: true });
    expect((await admin.get(path)).body.objects[0]).toMatchObject({ name: `outlet ${OUTLET}`, objectName: 'Outlet 1' });
    const [hidden] = (await stranger.get(path)).body.objects;
    expect([hidden.value, hidden.objectName]).toEqual([undefined, undefined]);
    await load(1);

    const schedule = await create({ name: 'Daily', code: 53, params: ['08:30'], actions: [] });
    expect((await admin.get(`/api/events/${schedule.body.id}/explain`)).body).toMatchObject({
      next: '2026-03-02T08:30:00.000Z',
      nextLocal: '2026-03-02 08:30 UTC',
    });
    await admin.post('/api/conf', { timezone: 'GMT+8' });
    await pdu.seconds(1);
    expect((await admin.get(`/api/events/${schedule.body.id}/explain`)).body.nextLocal).toBe('2026-03-03 08:30 GMT+8');
    await admin.post('/api/conf', { timezone: 'UTC' });
  });

  it('list their occurrences, newest first', async () => {
    const { body } = await create({ name: 'Overload', code: 45, params: [OUTLET, '5', '1'], actions: [switchOther] });
    for (const amps of [6, 1, 7, 1]) {
      await load(amps);
      await pdu.seconds(3);
    }
    const path = `/api/events/${body.id}/history`;
    const { firings, nextBefore } = (await admin.get(path)).body;
    expect(nextBefore).toBeUndefined();
    expect(firings).toHaveLength(2);
    expect(firings[0]).toMatchObject({
      object: `outlet ${OUTLET}`,
      objectName: 'Outlet 1',
      reading: { label: 'current', limit: 5, unit: 'A' },
      heldSeconds: 1,
      actions: [{ actionId: switchOther, actionName: 'Fan off', state: 'done', result: 'ok' }],
    });
    expect(firings[0].reading.value).toBeCloseTo(7, 0);
    const page = (await admin.get(`${path}?limit=1`)).body;
    expect(page.firings).toEqual([firings[0]]);
    expect((await admin.get(`${path}?limit=1&before=${page.nextBefore}`)).body.firings).toEqual([firings[1]]);
    expect(refused(await admin.get(`${path}?limit=0`))).toEqual([422, 'VALIDATION_FAILED', 'limit']);
    expect((await admin.get(`/api/log?kind=event.trigger&object=event:${body.id}`)).body.entries).toHaveLength(2);
  });

  it('follow the time zone of the device', async () => {
    await admin.post('/api/conf', { timezone: 'Asia/Kathmandu' });
    const { body } = await create({ name: 'Daily', code: 53, params: ['08:30'], actions: [] });
    const next = async () => (await admin.get(`/api/events/${body.id}/explain`)).body.next;
    expect(await next()).toBe('2026-03-03T02:45:00.000Z');
    await admin.post('/api/conf', { timezone: 'UTC' });
    await pdu.seconds(1);
    expect(await next()).toBe('2026-03-02T08:30:00.000Z');
  });
});

describe('events across a restart of the controller', () => {
  it('do not trigger again for a condition that persists, and continue their schedules', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'rackfeed-events-'));
    const clock = new VirtualClock('2026-03-02T07:59:50Z');
    const start = async () => {
      pdu = await aPdu({ dataDir, clock });
      admin = await pdu.as('admin');
    };
    await start();
    await load(6);
    const level = (await admin.post('/api/events', { name: 'A', code: 45, params: [OUTLET, '5', '1'], actions: [] }))
      .body;
    const daily = (await admin.post('/api/events', { name: 'B', code: 53, params: ['08:00'], actions: [] })).body;
    const occurrenceCount = async ({ id }: { id: number }) =>
      (await admin.get(`/api/events/${id}/history`)).body.firings.length;
    await pdu.seconds(15);
    expect([await occurrenceCount(level), await occurrenceCount(daily)]).toEqual([1, 1]);
    await pdu.stop();
    clock.setWall(Date.parse('2026-03-02T07:59:00Z'));
    await start();
    expect((await admin.get(`/api/events/${level.id}`)).body.triggered).toBe(true);
    await pdu.seconds(120);
    expect([await occurrenceCount(level), await occurrenceCount(daily)]).toEqual([1, 1]);
    await pdu.stop();
    rmSync(dataDir, { recursive: true });
  });
});
