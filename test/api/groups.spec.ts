import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Db } from '../../src/database/db.js';
import { MeterPollerService } from '../../src/hardware/meter-poller.service.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { VirtualClock } from '../support/time/virtual-clock.js';

const [FIRST, SECOND, THIRD, FOURTH] = ['1-1200578', '2-1200578', '3-1200578', '4-1200578'] as const;
const EVERY_FLAG = { viewOutletGroups: true, modifyOutletGroups: true };

let pdu: Pdu;
let admin: Client;

const aGroup = async (outlets: readonly string[], delay = 0): Promise<string> => {
  const { body } = await admin.post('/api/groups', { groupName: 'Rack', outlets, groupRebootSequenceDelay: delay });
  return `/api/groups/${String(body.id)}`;
};
const states = async (path: string): Promise<string> =>
  (await admin.get(path)).body.outlets.map(({ state }: { state: string }) => state).join(' ');
const statuses = async (path: string): Promise<string> => {
  const { body } = await admin.get(path);
  const outlets = await Promise.all(body.outlets.map(({ id }: { id: string }) => admin.get(`/api/outlets/${id}`)));
  return outlets.map((answer) => answer.body.rebootStatus as string).join(' ');
};
const auditRecords = async (): Promise<{ kind: string; object: string; who: string; via: string }[]> =>
  (await admin.get('/api/log')).body.entries;

describe('groups', () => {
  beforeAll(async () => {
    pdu = await aPdu();
    admin = await pdu.as('admin');
  });
  afterAll(() => pdu.stop());

  it('are an empty list at first', async () => {
    expect(await admin.get('/api/groups')).toMatchObject({ status: 200, body: [] });
  });

  it('are created with outlets and answered as specified', async () => {
    const answer = await admin.post('/api/groups', {
      groupName: 'Router and switch',
      outlets: [SECOND, FIRST],
      groupRebootSequenceDelay: '7',
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { id: expect.stringMatching(/^\d+$/), groupName: 'Router and switch', groupRebootSequenceDelay: 7 },
    });
    expect(answer.body.outlets).toEqual(
      [SECOND, FIRST].map((id, i) => ({
        outletName: `Outlet ${2 - i}`,
        id,
        pwrOnState: 'PREV',
        outletIndex: 2 - i,
        currentRms: expect.any(Number),
        state: 'ON',
        bankId: 1200578,
        watts: expect.any(Number),
      })),
    );
    expect((await admin.get(`/api/groups/${answer.body.id}`)).body.groupName).toBe('Router and switch');
    expect((await admin.get('/api/groups')).body).toHaveLength(1);
  });

  it('accept indexes in place of ids', async () => {
    const path = await aGroup(['2', 1 as unknown as string]);
    expect((await admin.get(path)).body.outlets.map(({ id }: { id: string }) => id)).toEqual([SECOND, FIRST]);
  });

  it.each([
    ['no name', { outlets: [FIRST] }],
    ['an empty name', { groupName: '', outlets: [FIRST] }],
    ['a name of spaces', { groupName: '  ', outlets: [FIRST] }],
    ['a name of 101 characters', { groupName: 'x'.repeat(101), outlets: [FIRST] }],
    ['no outlets', { groupName: 'Rack' }],
    ['an empty list', { groupName: 'Rack', outlets: [] }],
    ['a list that is none', { groupName: 'Rack', outlets: FIRST }],
    ['objects without an id', { groupName: 'Rack', outlets: [{ outletIndex: 1 }] }],
    ['an outlet that is not there', { groupName: 'Rack', outlets: [FIRST, '99-1200578'] }],
    ['an outlet twice', { groupName: 'Rack', outlets: [FIRST, FIRST] }],
    ['an outlet by id and by index', { groupName: 'Rack', outlets: [FIRST, '1'] }],
    ['a delay of 100 seconds', { groupName: 'Rack', outlets: [FIRST], groupRebootSequenceDelay: 100 }],
    ['a negative delay', { groupName: 'Rack', outlets: [FIRST], groupRebootSequenceDelay: -1 }],
    ['a delay that is no number', { groupName: 'Rack', outlets: [FIRST], groupRebootSequenceDelay: 'soon' }],
  ])('are not created with %s', async (_, body) => {
    const before = (await admin.get('/api/groups')).body.length;
    const answer = await admin.post('/api/groups', body);
    expect(answer.status).toBe(422);
    expect(answer.body.details[0].field).toMatch(/groupName|outlets|groupRebootSequenceDelay/);
    expect((await admin.get('/api/groups')).body).toHaveLength(before);
  });

  it('are changed by the members sent; a list replaces the old one', async () => {
    const path = await aGroup([FIRST, SECOND]);
    expect((await admin.put(path, { groupName: 'Row 2' })).body).toMatchObject({
      groupName: 'Row 2',
      groupRebootSequenceDelay: 0,
    });
    expect((await admin.put(path, { groupRebootSequenceDelay: 99 })).body).toMatchObject({
      groupRebootSequenceDelay: 99,
    });
    const { status, body } = await admin.put(path, { outlets: [THIRD, SECOND], id: path.split('/').at(-1) });
    expect([status, body.groupName, body.outlets.map(({ id }: { id: string }) => id)]).toEqual([
      200,
      'Row 2',
      [THIRD, SECOND],
    ]);
    expect((await admin.get(path)).body).toEqual(body);
  });

  it.each([
    ['nothing', {}, 'NOTHING_TO_CHANGE'],
    ['nothing that is known', { colour: 'red' }, 'NOTHING_TO_CHANGE'],
    ['the id of another group', { id: '4711', groupName: 'Mine' }, 'VALIDATION_FAILED'],
    ['a state that is none', { state: 'TOGGLE' }, 'VALIDATION_FAILED'],
    ['an unknown outlet beside a state', { state: 'OFF', outlets: ['77'] }, 'GROUP_OUTLET_UNKNOWN'],
    ['a wrong delay beside a state', { state: 'OFF', groupRebootSequenceDelay: 1000 }, 'VALIDATION_FAILED'],
  ])('are not changed by a request with %s', async (_, body, code) => {
    const path = await aGroup([FIRST]);
    expect(await admin.put(path, body)).toMatchObject({ status: 422, body: { code } });
    expect(await states(path)).toBe('ON');
  });

  it('are not created by a request that would switch them, and it names the one that does', async () => {
    const { status, body } = await admin.post('/api/groups', { groupName: 'Off', outlets: [FIRST], state: 'OFF' });
    expect([status, body.details]).toEqual([
      422,
      [{ field: 'state', message: expect.stringContaining('PUT /api/groups/{group_id}') }],
    ]);
  });

  it('accept the object that GET answered, and an id as a number', async () => {
    const path = await aGroup([FIRST, SECOND], 3);
    const { body: group } = await admin.get(path);
    expect(await admin.put(path, { ...group, groupName: 'Sent back' })).toMatchObject({
      status: 200,
      body: { ...group, groupName: 'Sent back' },
    });
    expect((await admin.put(path, { ...group, id: Number(group.id) })).status).toBe(200);
    expect((await admin.put(path, { id: Number(group.id) + 1, groupName: 'Mine' })).status).toBe(422);
    expect((await admin.put(path, { outlets: [{ id: FIRST }, 2] })).body.outlets).toHaveLength(2);
    for (const outlets of [[{}], [{ id: {} }], [[FIRST]], [null]]) {
      expect(await admin.put(path, { outlets })).toMatchObject({ status: 422, body: { code: 'VALIDATION_FAILED' } });
    }
  });

  it('are found by their index if none has that id, but deleted by their id only', async () => {
    const rack = await aPdu();
    try {
      const client = await rack.as('admin');
      for (const groupName of ['A', 'B', 'C']) await client.post('/api/groups', { groupName, outlets: [FIRST] });
      await client.delete('/api/groups/1');
      expect((await client.get('/api/groups/1')).body).toMatchObject({ id: '2', groupName: 'B' });
      expect((await client.get('/api/groups/2')).body).toMatchObject({ id: '2', groupName: 'B' });
      expect((await client.put('/api/groups/1', { state: 'OFF' })).body).toMatchObject({ id: '2' });
      expect((await client.put('/api/groups/1', { id: '2', groupName: 'B2' })).body).toMatchObject({ groupName: 'B2' });
      expect((await client.put('/api/groups/1', { id: '3', groupName: 'C2' })).status).toBe(422);
      expect((await client.get('/api/groups/4')).status).toBe(404);
      // A repeated deletion must not delete the next group.
      expect((await client.delete('/api/groups/1')).status).toBe(404);
      expect((await client.get('/api/groups')).body).toHaveLength(2);
    } finally {
      await rack.stop();
    }
  });

  it('are deleted for good; their outlets are unchanged, and their id is never reused', async () => {
    const path = await aGroup([FIRST]);
    expect(await admin.delete(path)).toMatchObject({ status: 200, body: {} });
    expect((await admin.get(path)).body.code).toBe('GROUP_UNKNOWN');
    expect(await admin.put(path, { state: 'OFF' })).toMatchObject({ status: 404 });
    expect(await admin.delete(path)).toMatchObject({ status: 404 });
    expect(await aGroup([FIRST])).not.toBe(path);
    expect((await admin.get(`/api/outlets/${FIRST}`)).body.state).toBe('ON');
  });

  it.each(['0', '01', '1.0', '-1', 'x', '9'.repeat(30)])('have no id %s', async (id) => {
    expect((await admin.get(`/api/groups/${id}`)).status).toBe(404);
  });

  it('are in the audit log when they change, and not when a request changes nothing', async () => {
    const path = await aGroup([FIRST, SECOND]);
    await admin.put(path, { groupName: 'Row 3' });
    await admin.put(path, { groupName: 'Row 3', outlets: [FIRST, SECOND] });
    await admin.put(path, { state: 'OFF' });
    await admin.put(path, { state: 'ON' });
    await admin.delete(path);
    const object = `group:${path.split('/').at(-1)}`;
    const logged = (await auditRecords()).filter((entry) => entry.object === object).reverse();
    expect(logged.map(({ kind, who }) => `${kind} ${who}`)).toEqual(
      ['create', 'change', 'switch', 'switch', 'delete'].map((verb) => `group.${verb} admin`),
    );
  });
});

describe('permissions on groups', () => {
  let path: string;
  beforeAll(async () => {
    pdu = await aPdu();
    admin = await pdu.as('admin');
    path = await aGroup([FIRST, SECOND]);
  });
  afterAll(() => pdu.stop());

  it('are checked, to read and to write, before anything else', async () => {
    const nobody = await pdu.as({ viewOutlets: [FIRST], modifyOutlets: [FIRST] });
    expect((await nobody.get('/api/groups')).status).toBe(403);
    expect((await nobody.get('/api/groups/4711')).status).toBe(403);
    const reader = await pdu.as({ viewOutletGroups: true });
    expect((await reader.get('/api/groups')).status).toBe(200);
    expect((await reader.get('/api/groups/4711')).status).toBe(404);
    for (const client of [nobody, reader]) {
      expect((await client.post('/api/groups', {})).status).toBe(403);
      expect((await client.put(path, {})).status).toBe(403);
      expect((await client.put('/api/groups/4711', {})).status).toBe(403);
      expect((await client.delete(path)).status).toBe(403);
    }
    expect((await pdu.request('GET', '/api/groups')).status).toBe(401);
  });

  it('show only the outlets that the caller may view', async () => {
    const reader = await pdu.as({ viewOutletGroups: true, viewOutlets: [SECOND] });
    const [group] = (await reader.get('/api/groups')).body;
    expect(group.outlets.map(({ id }: { id: string }) => id)).toEqual([SECOND]);
    expect((await reader.get(path)).body).toEqual(group);
  });

  it('to create a group include the permission for every outlet it names', async () => {
    const operator = await pdu.as({ ...EVERY_FLAG, modifyOutlets: [FIRST] });
    expect(await operator.post('/api/groups', { groupName: 'A', outlets: [FIRST, SECOND] })).toMatchObject({
      status: 403,
      body: { code: 'OUTLET_NOT_ALLOWED', message: expect.stringContaining(SECOND) },
    });
    expect((await operator.post('/api/groups', { groupName: 'A', outlets: [FIRST, '88'] })).status).toBe(422);
    expect((await operator.post('/api/groups', { groupName: 'A', outlets: [FIRST] })).status).toBe(200);
  });

  it('to change, switch or delete a group include the permission for each of its outlets', async () => {
    const operator = await pdu.as({ ...EVERY_FLAG, modifyOutlets: [FIRST] });
    for (const state of ['ON', 'OFF', 'REBOOT']) {
      expect(await operator.put(path, { state })).toMatchObject({ status: 403, body: { code: 'OUTLET_NOT_ALLOWED' } });
    }
    expect((await operator.put(path, { outlets: [SECOND] })).status).toBe(403);
    expect((await operator.put(path, { groupName: 'Mine', state: 'OFF' })).status).toBe(403);
    expect(await states(path)).toBe('ON ON');
    expect((await admin.get(path)).body.groupName).toBe('Rack');
    for (const change of [{ groupName: 'Mine' }, { groupRebootSequenceDelay: 99 }, { outlets: [FIRST] }]) {
      expect(await operator.put(path, change)).toMatchObject({ status: 403, body: { code: 'OUTLET_NOT_ALLOWED' } });
    }
    expect(await operator.delete(path)).toMatchObject({ status: 403, body: { code: 'OUTLET_NOT_ALLOWED' } });
    expect((await admin.get(path)).body).toMatchObject({ groupName: 'Rack', groupRebootSequenceDelay: 0 });
  });

  it('cover the removed outlets as well as those of the new list', async () => {
    const operator = await pdu.as({ ...EVERY_FLAG, modifyOutlets: [FIRST] });
    const own = await aGroup([FIRST, SECOND]);
    expect((await operator.put(own, { outlets: [FIRST], state: 'OFF' })).status).toBe(403);
    const both = await pdu.as({ ...EVERY_FLAG, modifyOutlets: [FIRST, SECOND] });
    expect((await both.put(own, { outlets: [FIRST], state: 'OFF' })).status).toBe(200);
    expect((await admin.get(`/api/outlets/${SECOND}`)).body.state).toBe('ON');
    await admin.put(own, { state: 'ON' });
    expect((await operator.delete(own)).status).toBe(200);
  });
});

describe('switching a group', () => {
  beforeEach(async () => {
    pdu = await aPdu();
    admin = await pdu.as('admin');
  });
  afterEach(() => pdu.stop());

  it.each(['OFF', 'off'])('%s turns all outlets off at once and answers the measured states', async (state) => {
    const path = await aGroup([FIRST, SECOND, THIRD], 10);
    const { status, body } = await admin.put(path, { state });
    expect([status, body.outlets.map((outlet: { state: string }) => outlet.state)]).toEqual([
      200,
      ['OFF', 'OFF', 'OFF'],
    ]);
    expect(body.outlets[0]).toMatchObject({ currentRms: 0, watts: 0 });
    expect((await admin.get(`/api/outlets/${FOURTH}`)).body.state).toBe('ON');
  });

  it('ON without a delay turns all on at once', async () => {
    const path = await aGroup([FIRST, SECOND, THIRD]);
    await admin.put(path, { state: 'OFF' });
    const { body } = await admin.put(path, { state: 'ON' });
    expect(body.outlets.map((outlet: { state: string }) => outlet.state)).toEqual(['ON', 'ON', 'ON']);
    expect(body.sequence).toBeUndefined();
  });

  it('ON with a delay turns on the first at once and the others staggered, in the order of the list', async () => {
    const path = await aGroup([THIRD, FIRST, SECOND], 3);
    await admin.put(path, { state: 'OFF' });
    const { body } = await admin.put(path, { state: 'on' });
    expect(body.outlets.map((outlet: { state: string }) => outlet.state)).toEqual(['ON', 'OFF', 'OFF']);
    expect(body.sequence).toEqual({ step: 2, of: 3, next: 3 });
    expect(await statuses(path)).toBe('none none none');
    const seen: string[] = [];
    for (let second = 1; second <= 7; second++) {
      await pdu.seconds(1);
      seen.push(await states(path));
    }
    expect(seen).toEqual(['ON OFF OFF', 'ON OFF OFF', ...Array(3).fill('ON ON OFF'), 'ON ON ON', 'ON ON ON']);
    expect((await admin.get(path)).body.sequence).toBeUndefined();
  });

  it('ON adds no delay for an outlet that is already on', async () => {
    const path = await aGroup([FIRST, SECOND, THIRD], 60);
    await admin.put(`/api/outlets/${THIRD}`, { state: 'OFF' });
    await admin.put(path, { state: 'ON' });
    expect(await states(path)).toBe('ON ON ON');
  });

  it('REBOOT turns all off together and, after the longest off time, on again staggered', async () => {
    const path = await aGroup([FIRST, SECOND, THIRD], 2);
    await admin.put(`/api/outlets/${SECOND}`, { customRebootTime: 8, customRebootTimeEnabled: true });
    const { status, body } = await admin.put(path, { state: 'reboot' });
    expect([status, body.outlets.map((outlet: { state: string }) => outlet.state)]).toEqual([200, ['ON', 'ON', 'ON']]);
    expect(body.sequence).toEqual({ step: 1, of: 3, next: 8 });
    expect(await statuses(path)).toBe('pendingOff pendingOff pendingOff');
    await pdu.seconds(1);
    expect([await states(path), await statuses(path)]).toEqual(['OFF OFF OFF', 'pendingOn pendingOn pendingOn']);
    await pdu.seconds(7);
    expect([await states(path), (await admin.get(path)).body.sequence]).toEqual([
      'OFF OFF OFF',
      { step: 1, of: 3, next: 1 },
    ]);
    const seen: string[] = [];
    for (let second = 1; second <= 6; second++) {
      await pdu.seconds(1);
      seen.push(await states(path));
    }
    expect(seen).toEqual(['ON OFF OFF', 'ON OFF OFF', 'ON ON OFF', 'ON ON OFF', 'ON ON ON', 'ON ON ON']);
    expect(await statuses(path)).toBe('none none none');
  });

  it('REBOOT includes an outlet that was off, with the same off time, and turns it on', async () => {
    const path = await aGroup([FIRST, SECOND]);
    await admin.put(`/api/outlets/${FIRST}`, { state: 'OFF' });
    await admin.put(path, { state: 'REBOOT' });
    expect(await statuses(path)).toBe('pendingOn pendingOff');
    await pdu.seconds(5);
    expect(await states(path)).toBe('OFF OFF');
    await pdu.seconds(1);
    expect([await states(path), await statuses(path)]).toEqual(['ON ON', 'none none']);
  });

  it('REBOOT sent again while it runs changes nothing and answers the running one', async () => {
    const path = await aGroup([FIRST, SECOND], 4);
    await admin.put(path, { state: 'REBOOT' });
    await pdu.seconds(8);
    expect(await states(path)).toBe('ON OFF');
    const { status, body } = await admin.put(path, { state: 'REBOOT' });
    expect([status, body.sequence]).toEqual([200, { step: 2, of: 2, next: 2 }]);
    await pdu.seconds(2);
    expect(await states(path)).toBe('ON ON');
    const rebooted = (await auditRecords()).filter(({ kind }) => kind === 'group.switch');
    expect(rebooted).toHaveLength(1);
  });

  it('REBOOT sent when all are on again is a new one, also before the end of the first is stored', async () => {
    const path = await aGroup([FIRST, SECOND]);
    await admin.put(path, { state: 'REBOOT' });
    await pdu.seconds(5);
    expect(await states(path)).toBe('OFF OFF');
    const db = pdu.app.get(Db);
    const write = db.exclusively.bind(db);
    let store = (): void => undefined;
    const mayStore = new Promise<void>((resolve) => (store = resolve));
    const held = new Promise<void>((resolve) => {
      jest.spyOn(db, 'exclusively').mockImplementation(async (work, order) => {
        if ((await states(path)) === 'ON ON') {
          resolve();
          await mayStore;
        }
        return write(work, order);
      });
    });
    pdu.clock.advance(1000);
    await pdu.app.get(MeterPollerService).poll();
    await held;
    expect(await statuses(path)).toBe('none none');
    const again = admin.put(path, { state: 'REBOOT' });
    await admin.get('/api/groups');
    store();
    expect((await again).status).toBe(200);
    jest.restoreAllMocks();
    await pdu.seconds(2);
    expect(await states(path)).toBe('OFF OFF');
  });

  it('REBOOT sent again together with another list is a new reboot', async () => {
    const path = await aGroup([FIRST, SECOND]);
    await admin.put(path, { state: 'REBOOT' });
    await pdu.seconds(2);
    await admin.put(path, { state: 'REBOOT', outlets: [SECOND, THIRD] });
    await pdu.seconds(1);
    expect(await states(path)).toBe('OFF OFF');
    await pdu.seconds(5);
    expect(await states(path)).toBe('ON ON');
    expect((await admin.get(`/api/outlets/${FIRST}`)).body.state).toBe('ON');
  });

  it('changes and switches in one request, with the new list and the new delay', async () => {
    const path = await aGroup([FIRST, SECOND]);
    await admin.put(path, { outlets: [FIRST, SECOND, THIRD], state: 'OFF' });
    const { body } = await admin.put(path, {
      groupName: 'Row 7',
      groupRebootSequenceDelay: 5,
      outlets: [THIRD, FIRST],
      state: 'ON',
    });
    expect(body).toMatchObject({
      groupName: 'Row 7',
      groupRebootSequenceDelay: 5,
      sequence: { step: 2, of: 2, next: 5 },
    });
    expect(await states(path)).toBe('ON OFF');
    expect((await admin.get(`/api/outlets/${SECOND}`)).body.state).toBe('OFF');
  });

  it.each(['ON', 'OFF'])('%s of one outlet wins and cancels the pending step of this outlet only', async (state) => {
    const path = await aGroup([FIRST, SECOND, THIRD], 3);
    await admin.put(path, { state: 'REBOOT' });
    await pdu.seconds(2);
    await admin.put(`/api/outlets/${FIRST}`, { state });
    expect(await statuses(path)).toBe('none pendingOn pendingOn');
    expect((await admin.get(path)).body.sequence).toMatchObject({ step: 2, of: 3 });
    await pdu.seconds(20);
    expect(await states(path)).toBe(`${state} ON ON`);
  });

  it('OFF stops a sequence', async () => {
    const path = await aGroup([FIRST, SECOND, THIRD], 3);
    await admin.put(path, { state: 'REBOOT' });
    await pdu.seconds(7);
    expect(await states(path)).toBe('ON OFF OFF');
    expect((await admin.put(path, { state: 'OFF' })).body.sequence).toBeUndefined();
    await pdu.seconds(20);
    expect([await states(path), await statuses(path)]).toEqual(['OFF OFF OFF', 'none none none']);
  });

  it('ON replaces a reboot, and REBOOT replaces an ON', async () => {
    const path = await aGroup([FIRST, SECOND, THIRD], 30);
    await admin.put(path, { state: 'REBOOT' });
    await pdu.seconds(2);
    await admin.put(path, { state: 'ON' });
    expect([await states(path), await statuses(path)]).toEqual(['ON OFF OFF', 'none none none']);
    await pdu.seconds(30);
    expect(await states(path)).toBe('ON ON OFF');
    await admin.put(path, { state: 'REBOOT' });
    await pdu.seconds(1);
    expect(await states(path)).toBe('OFF OFF OFF');
    await pdu.seconds(5);
    expect(await states(path)).toBe('ON OFF OFF');
    await pdu.seconds(60);
    expect(await states(path)).toBe('ON ON ON');
  });

  it('leaves no outlet off when it is removed from the group, or the group deleted, while it waits', async () => {
    const path = await aGroup([FIRST, SECOND, THIRD], 3);
    await admin.put(path, { state: 'REBOOT' });
    await pdu.seconds(2);
    await admin.put(path, { outlets: [FIRST, THIRD] });
    expect(await states(path)).toBe('OFF OFF');
    await pdu.seconds(4);
    expect(await states(path)).toBe('ON OFF');
    await admin.delete(path);
    await pdu.seconds(6);
    for (const id of [FIRST, SECOND, THIRD]) expect((await admin.get(`/api/outlets/${id}`)).body.state).toBe('ON');
  });

  it('reports a relay that does not follow, stores nothing for it, and still switches the others', async () => {
    const path = await aGroup([FIRST, SECOND], 3);
    await admin.patch('/api/simulator', { outlets: { [FIRST]: { relayStuck: true } } });
    const answer = await admin.put(path, { state: 'OFF', groupName: 'Renamed' });
    expect(answer).toMatchObject({ status: 500, body: { code: 'RELAY_FAULT' } });
    expect((await admin.get(path)).body.groupName).toBe('Rack');
    expect((await admin.get(`/api/outlets/${SECOND}`)).body.state).toBe('OFF');
  });

  it('turns on the others at their steps when the first does not follow, and reports it', async () => {
    const path = await aGroup([FIRST, SECOND, THIRD], 3);
    await admin.put(path, { state: 'OFF' });
    await admin.patch('/api/simulator', { outlets: { [FIRST]: { relayStuck: true } } });
    expect(await admin.put(path, { state: 'ON' })).toMatchObject({ status: 500, body: { code: 'RELAY_FAULT' } });
    await pdu.seconds(20);
    for (const id of [SECOND, THIRD]) expect((await admin.get(`/api/outlets/${id}`)).body.relayHealth).toBe('OK');
    expect(await states(path)).toMatch(/ON ON$/);
    expect((await admin.get(`/api/outlets/${FIRST}`)).body.relayHealth).toBe('Failed');
  });

  it('executes concurrent commands one after the other', async () => {
    const path = await aGroup([FIRST, SECOND], 0);
    const answers = await Promise.all(
      ['OFF', 'ON', 'REBOOT', 'OFF', 'ON', 'OFF'].map((state) => admin.put(path, { state })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    await pdu.seconds(20);
    expect(new Set((await states(path)).split(' ')).size).toBe(1);
    expect((await admin.get(path)).body.sequence).toBeUndefined();
  });

  it('shows the sequence only for outlets that the caller may view', async () => {
    const path = await aGroup([FIRST, SECOND, THIRD], 10);
    await admin.put(path, { state: 'OFF' });
    await admin.put(path, { state: 'ON' });
    const onlyFirst = await pdu.as({ viewOutletGroups: true, viewOutlets: [FIRST] });
    expect((await onlyFirst.get(path)).body.sequence).toBeUndefined();
    const last = await pdu.as({ viewOutletGroups: true, viewOutlets: [FIRST, THIRD] });
    expect((await last.get(path)).body.sequence).toEqual({ step: 2, of: 2, next: 20 });
  });
});

describe('a group across a restart of the controller', () => {
  it('persists, and its sequence goes on in time, or at once and staggered if its time has passed', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'rackfeed-groups-'));
    const clock = new VirtualClock();
    const restart = async () => {
      await pdu.stop();
      pdu = await aPdu({ dataDir, clock });
      admin = await pdu.as('admin');
    };
    pdu = await aPdu({ dataDir, clock });
    admin = await pdu.as('admin');
    const path = await aGroup([SECOND, FIRST, THIRD, FOURTH], 4);
    await admin.put(path, { state: 'REBOOT' });
    await pdu.seconds(3);
    await restart();
    expect([await states(path), await statuses(path)]).toEqual([
      'OFF OFF OFF OFF',
      Array(4).fill('pendingOn').join(' '),
    ]);
    expect((await admin.get(path)).body).toMatchObject({ groupName: 'Rack', sequence: { step: 1, of: 4, next: 3 } });
    expect((await admin.put(path, { state: 'REBOOT' })).body.sequence).toEqual({ step: 1, of: 4, next: 3 });
    await pdu.seconds(3);
    expect(await states(path)).toBe('ON OFF OFF OFF');
    clock.advance(3_600_000);
    await restart();
    expect(await states(path)).toBe('ON ON OFF OFF');
    await pdu.seconds(3);
    expect(await states(path)).toBe('ON ON OFF OFF');
    await pdu.seconds(1);
    expect(await states(path)).toBe('ON ON ON OFF');
    await pdu.seconds(4);
    expect(await states(path)).toBe('ON ON ON ON');
    await pdu.stop();
    rmSync(dataDir, { recursive: true });
  });
});

describe('groups of another model', () => {
  it('that meters without switching are stored but not switched', async () => {
    pdu = await aPdu({ model: 'metered-24' });
    admin = await pdu.as('admin');
    const [outlet] = (await admin.get('/api/outlets')).body;
    const path = await aGroup([outlet.id]);
    expect((await admin.get(path)).body.outlets).toHaveLength(1);
    expect(await admin.put(path, { state: 'OFF' })).toMatchObject({
      status: 422,
      body: { code: 'OUTLET_NOT_SWITCHABLE' },
    });
    await pdu.stop();
  });

  it('without outlets have empty groups', async () => {
    pdu = await aPdu({ model: 'inlet-metered' });
    admin = await pdu.as('admin');
    expect(await admin.get('/api/groups')).toMatchObject({ status: 200, body: [] });
    expect(await admin.post('/api/groups', { groupName: 'Rack', outlets: ['1'] })).toMatchObject({
      status: 422,
      body: { code: 'GROUP_OUTLET_UNKNOWN' },
    });
    await pdu.stop();
  });
});
