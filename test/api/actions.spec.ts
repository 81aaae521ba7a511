import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ActionDispatcherService } from '../../src/actions/execution/action-dispatcher.service.js';
import { ActionStore } from '../../src/actions/action.store.js';
import { AutomaticSwitchLog } from '../../src/actions/limits/automatic-switch-log.js';
import type { EventOccurrence } from '../../src/actions/event-occurrence.js';
import { Authority } from '../support/servers/certificates.js';
import { answers, FaultyServer, hangs } from '../support/servers/faulty-server.js';
import { aPdu, type Answer, type Client, type Pdu } from '../support/app/pdu.js';
import { eventually } from '../support/time/time-limits.js';

const FIRST = '1-1200578';
const SECOND = '2-1200578';
const TOKEN = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG';
const MASK = '--------';

let pdu: Pdu;
let admin: Client;

const start = async (model?: string): Promise<void> => {
  pdu = await aPdu(model ? { model } : {});
  admin = await pdu.as('admin');
};
const stop = (): Promise<void> => pdu.stop();
const create = (code: number | string, params: readonly unknown[] = [], name = 'Shed the printer') =>
  admin.post('/api/actions', { name, code, params });
const path = async (code: number, params: readonly unknown[] = []): Promise<string> =>
  `/api/actions/${(await create(code, params)).body.id}`;
const idOf = (where: string): number => Number(where.split('/').at(-1));
const storedParams = async (where: string) => {
  const store = pdu.app.get(ActionStore);
  return store.decryptedParams(store.find(where.split('/').at(-1) ?? ''));
};
const stateOf = async (outlet: string): Promise<string> => (await admin.get(`/api/outlets/${outlet}`)).body.state;
const entries = async (kind: string) => (await admin.get(`/api/log?kind=${kind}`)).body.entries;

/** The action codes that the specification's table lists. */
const TABLE: readonly (readonly [code: number, name: string, params: number])[] = [
  [11, 'Switch Outlet', 2],
  [12, 'Reboot Outlet', 1],
  [15, 'Email Recipient', 1],
  [16, 'Switch Outlet Group', 2],
  [17, 'Powercycle Outlet Group', 1],
  [18, 'SNMPv2 Trap Notification', 2],
  [19, 'SNMPv3 Trap Notification', 1],
  [20, 'HTTP Post Request', 2],
  [22, 'Switch Output Relay', 2],
  [23, 'Reboot Output Relay', 1],
  [24, 'Switch Off Other PDU Outlet', 3],
  [25, 'Switch On Other PDU Outlet', 3],
  [26, 'Switch Off Other PDU Outlet Group', 3],
  [27, 'Switch On Other PDU Outlet Group', 3],
  [28, 'Reboot Other PDU Outlet', 3],
  [29, 'Reboot Other PDU Outlet Group', 3],
  [30, 'Switch Secondary Network Interface', 0],
  [31, 'Reset kWh Meter', 0],
  [32, 'Smart IO Hub Relay Switch', 3],
];

describe('GET /api/action-codes', () => {
  afterEach(stop);

  it('answers every code of the specification with its name and parameters', async () => {
    await start();
    const { status, body } = await admin.get('/api/action-codes');
    expect(status).toBe(200);
    expect(
      body.map(({ code, name, params }: { code: number; name: string; params: object[] }) => [
        code,
        name,
        params.length,
      ]),
    ).toEqual(TABLE);
    expect(body.every(({ available }: { available: boolean }) => available)).toBe(true);
    expect(body[0]).toEqual({
      code: 11,
      name: 'Switch Outlet',
      available: true,
      switches: true,
      params: [
        { label: 'outlet id', kind: 'outlet', optional: false },
        { label: 'state', kind: 'word', choices: ['ON', 'OFF'], optional: false },
      ],
    });
  });

  it.each([
    ['metered-24', [11, 12, 16, 17, 22, 23, 32]],
    ['switched-8', [22, 23, 32]],
  ])('says which actions the model %s cannot perform, and creating one is refused', async (model, codes) => {
    await start(model);
    const { body } = await admin.get('/api/action-codes');
    expect(
      body.filter((row: { available: boolean }) => !row.available).map(({ code }: { code: number }) => code),
    ).toEqual(codes);
    for (const code of codes)
      expect(await create(code, ['1', 'ON'])).toMatchObject({ status: 422, body: { code: 'ACTION_NOT_AVAILABLE' } });
  });
});

describe('actions', () => {
  beforeAll(() => start());
  afterAll(stop);

  it('are created and answered as the specification says', async () => {
    const { status, body } = await create(11, [FIRST, 'OFF'], 'Printer off');
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(Number),
      name: 'Printer off',
      enabled: true,
      code: 11,
      params: [FIRST, 'OFF', ''],
    });
    expect((await admin.get(`/api/actions/${body.id}`)).body).toEqual(body);
    expect((await admin.get('/api/actions')).body).toContainEqual(body);
  });

  it('take the code as text, numbers in params, an index, words in any case and empty texts', async () => {
    const { status, body } = await create('11', [2, 'off', '']);
    expect([status, body.code, body.params]).toEqual([200, 11, [SECOND, 'OFF', '']]);
    expect((await create(32, ['b', 1, 'close'])).body.params).toEqual(['B', '1', 'CLOSE']);
    expect((await create(31)).body.params).toEqual(['', '', '']);
    expect((await admin.post('/api/actions', { name: 'kWh', code: 31 })).status).toBe(200);
  });

  it.each([
    ['no name', { code: 31 }, 'name'],
    ['a name of 101 characters', { name: 'x'.repeat(101), code: 31 }, 'name'],
    ['no code', { name: 'x' }, 'code'],
    ['an unknown code', { name: 'x', code: 13 }, 'code'],
    ['an event code', { name: 'x', code: 64 }, 'code'],
    ['params that are no list', { name: 'x', code: 11, params: FIRST }, 'params'],
    ['four params', { name: 'x', code: 11, params: [FIRST, 'ON', '', ''] }, 'params'],
    ['an object in params', { name: 'x', code: 11, params: [{}, 'ON'] }, 'params'],
    ['a missing outlet', { name: 'x', code: 11, params: [] }, 'params.0'],
    ['an unknown outlet', { name: 'x', code: 12, params: ['99-1200578'] }, 'params.0'],
    ['a state that is none', { name: 'x', code: 11, params: [FIRST, 'TOGGLE'] }, 'params.1'],
    ['an unknown group', { name: 'x', code: 17, params: ['99'] }, 'params.0'],
    ['an unknown relay', { name: 'x', code: 22, params: ['Pump', 'ON'] }, 'params.0'],
    ['a hub relay 7', { name: 'x', code: 32, params: ['B', '7', 'OPEN'] }, 'params.1'],
    ['a mail address that is none', { name: 'x', code: 15, params: ['operator'] }, 'params.0'],
    ['no community', { name: 'x', code: 18, params: ['192.0.2.7'] }, 'params.1'],
    ['a URL with a password', { name: 'x', code: 20, params: ['http://me:it@host/'] }, 'params.0'],
    ['a URL of another kind', { name: 'x', code: 20, params: ['file:///etc/passwd'] }, 'params.0'],
    ['other stats', { name: 'x', code: 20, params: ['192.0.2.7', 'banks'] }, 'params.1'],
    ['a path as outlet of another PDU', { name: 'x', code: 24, params: ['192.0.2.7', '../users', TOKEN] }, 'params.1'],
    ['no token', { name: 'x', code: 24, params: ['192.0.2.7', '1', ''] }, 'params.2'],
    ['a masked token', { name: 'x', code: 24, params: ['192.0.2.7', '1', MASK] }, 'params.2'],
  ])('are not created with %s', async (_, body, field) => {
    const before = (await admin.get('/api/actions')).body.length;
    const answer = await admin.post('/api/actions', body);
    expect([answer.status, answer.body.details?.[0].field]).toEqual([422, field]);
    expect((await admin.get('/api/actions')).body).toHaveLength(before);
  });

  it('name the parameter by the label of the table when it is wrong', async () => {
    expect((await create(11, ['77', 'ON'])).body.message).toBe(
      'outlet id must be the id or index of an outlet of this PDU, not "77".',
    );
  });

  it('change by the members sent with PUT, as a whole with POST', async () => {
    const where = await path(11, [FIRST, 'OFF']);
    expect((await admin.put(where, { enabled: 0 })).body).toMatchObject({
      enabled: false,
      code: 11,
      params: [FIRST, 'OFF', ''],
    });
    expect((await admin.post(where, { name: 'Again', code: 12, params: [SECOND], id: idOf(where) })).body).toEqual({
      id: idOf(where),
      name: 'Again',
      enabled: false,
      code: 12,
      params: [SECOND, '', ''],
    });
    expect((await admin.post(where, { name: 'Again' })).status).toBe(422);
    expect((await admin.post(where, { name: 'Again', code: 12 })).status).toBe(422);
    expect((await admin.put(where, { code: 11 })).body.details[0].field).toBe('params.1');
    expect((await admin.put(where, {})).body.code).toBe('NOTHING_TO_CHANGE');
    expect((await admin.put(where, { id: 4711, name: 'x' })).status).toBe(422);
    expect((await admin.get(where)).body.name).toBe('Again');
  });

  it('are deleted, and unknown ones are 404', async () => {
    const where = await path(31);
    expect(await admin.delete(where)).toMatchObject({ status: 200, body: {} });
    for (const answer of [
      await admin.get(where),
      await admin.put(where, {}),
      await admin.delete(where),
      await admin.post(`${where}/test`),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'ACTION_UNKNOWN' } });
    }
  });

  it('are in the audit log, without their secrets', async () => {
    const where = await path(24, ['192.0.2.7', '1', TOKEN]);
    await admin.put(where, { name: 'Other', params: ['192.0.2.8', '1', TOKEN] });
    await admin.put(where, { params: ['192.0.2.8', '1', `${TOKEN}x`] });
    await admin.delete(where);
    const log = (await admin.get(`/api/log?object=action:${idOf(where)}`)).body.entries;
    expect(log.map(({ kind }: { kind: string }) => kind)).toEqual([
      'action.delete',
      'action.change',
      'action.change',
      'action.create',
    ]);
    expect(JSON.stringify(log)).not.toContain(TOKEN);
  });
});

describe('a secret in params', () => {
  beforeAll(() => start());
  afterAll(stop);

  it.each([
    [18, ['192.0.2.7', 'secret community', ''], 1],
    [24, ['192.0.2.7', '1', TOKEN], 2],
  ] as const)(
    'of code %s is never answered once it is set, and a mask sent back changes nothing',
    async (code, params, place) => {
      const where = await path(code, params);
      const viewer = await pdu.as({ viewEventActions: true });
      const masked = params.map((value, i) => (i === place ? MASK : value));
      expect((await create(code, params)).body.params).toEqual(masked);
      expect((await viewer.get(where)).body.params).toEqual(masked);
      expect((await viewer.get('/api/actions')).body.at(-1).params).toEqual(masked);
      expect((await admin.get(where)).body.params).toEqual(masked);
      expect((await admin.put(where, { params: masked })).body.params).toEqual(masked);
      expect(await storedParams(where)).toEqual(params);
      expect((await admin.put(where, { code: 31, params: [] })).status).toBe(200);
      expect((await admin.put(where, { code, params: masked })).status).toBe(422);
    },
  );
});

describe('a stored secret', () => {
  beforeAll(() => start());
  afterAll(stop);

  it.each([
    [18, ['192.0.2.7', 'secret community', ''], 1, ['192.0.2.8', MASK]],
    [18, ['192.0.2.7', 'secret community', ''], 1, ['192.0.2.7:10162', MASK]],
    [24, ['192.0.2.7', '1', TOKEN], 2, ['http://192.0.2.7', '1', MASK]],
    [24, ['192.0.2.7', '1', TOKEN], 2, ['192.0.2.8', '1', MASK]],
    [24, ['192.0.2.7', '1', TOKEN], 2, ['192.0.2.7', '2', MASK]],
  ] as const)('of code %s with %j (parameter %j) is not sent to %j', async (code, params, place, moved) => {
    const where = await path(code, params);
    const editor = await pdu.as({ viewEventActions: true, modifyEventActions: true });
    for (const answer of [
      await editor.put(where, { params: moved }),
      await editor.post(where, { name: 'Mine', code, params: moved }),
    ]) {
      expect([answer.status, answer.body.details]).toEqual([
        422,
        [{ field: `params.${place}`, message: expect.stringContaining('again') }],
      ]);
    }
    expect(await storedParams(where)).toEqual(params);
    const replaced = moved.map((value) => (value === MASK ? 'x'.repeat(43) : value));
    expect((await editor.put(where, { params: replaced })).status).toBe(200);
    expect((await storedParams(where))?.slice(0, replaced.length)).toEqual(replaced);
  });

  it('is left behind by a configuration document that changes the address', async () => {
    const where = await path(25, ['192.0.2.7', '1', TOKEN]);
    const document = (await admin.get('/api/config/export')).body;
    const entry = document.sections.actions.find(({ id }: { id: number }) => id === idOf(where));
    expect((await admin.post('/api/config/apply', document)).status).toBe(200);
    expect(await storedParams(where)).toEqual(['192.0.2.7', '1', TOKEN]);
    for (const given of ['', MASK]) {
      entry.params = ['192.0.2.8', '1', given];
      const { body } = await admin.post('/api/config/plan', document);
      expect(body.warnings.map(({ path: at }: { path: string }) => at)).toEqual([`actions.${idOf(where)}.params.2`]);
    }
    expect((await admin.post('/api/config/apply', document)).status).toBe(200);
    expect(pdu.app.get(ActionStore).find(String(idOf(where))).params).toEqual(['192.0.2.8', '1', '']);
  });

  it('is used in a manual test by administrators only', async () => {
    const editor = await pdu.as({ viewEventActions: true, modifyEventActions: true });
    const where = `/api/actions/${(await editor.post('/api/actions', { name: 'x', code: 24, params: ['192.0.2.7', '1', TOKEN] })).body.id}`;
    expect(await editor.post(`${where}/test`)).toMatchObject({ status: 403, body: { code: 'ADMINISTRATOR_ONLY' } });
    expect((await editor.post(`${where}/test?dryRun=true`)).status).toBe(200);
  });
});

describe('a webhook address', () => {
  beforeAll(() => start());
  afterAll(stop);

  const KEY = 'T0ken-of-a-webhook';
  const URL_WITH_KEY = `https://192.0.2.7/services/${KEY}?auth=${KEY}`;
  const SHOWN = 'https://192.0.2.7/services/--------?auth=--------';

  it('is shown without its keys to everybody, in the audit log too, and comes back unchanged', async () => {
    const where = await path(20, [URL_WITH_KEY, 'none']);
    const viewer = await pdu.as({ viewEventActions: true });
    expect((await viewer.get(where)).body.params).toEqual([SHOWN, 'none', '']);
    expect((await admin.get(where)).body.params).toEqual([SHOWN, 'none', '']);
    expect((await admin.put(where, { name: 'Other', params: [SHOWN, 'inlets'] })).body.params[1]).toBe('inlets');
    expect(await storedParams(where)).toEqual([URL_WITH_KEY, 'inlets', '']);
    expect(JSON.stringify((await admin.get('/api/log')).body)).not.toContain(KEY);
    const dry = await admin.post(`${where}/test?dryRun=true`);
    expect(dry.status).toBe(200);
    expect(JSON.stringify(dry.body)).not.toContain(KEY);
  });

  it('must be given in full when it changes', async () => {
    const where = await path(20, [URL_WITH_KEY, 'none']);
    const moved = SHOWN.replace('192.0.2.7', '192.0.2.8');
    expect(await admin.put(where, { params: [moved, 'none'] })).toMatchObject({
      status: 422,
      body: { details: [{ field: 'params.0' }] },
    });
    expect(await storedParams(where)).toEqual([URL_WITH_KEY, 'none', '']);
    expect((await admin.put(where, { params: ['http://192.0.2.8/hook', 'none'] })).status).toBe(200);
  });
});

describe('permissions', () => {
  beforeAll(() => start());
  afterAll(stop);

  it('let users with viewActions read them and users with modifyActions change them', async () => {
    const viewer = await pdu.as({ viewEventActions: true });
    const nobody = await pdu.as({ viewOutletGroups: true });
    expect((await viewer.get('/api/actions')).status).toBe(200);
    expect((await viewer.get('/api/action-codes')).status).toBe(200);
    expect((await viewer.post('/api/actions', { name: 'x', code: 31 })).status).toBe(403);
    expect((await nobody.get('/api/actions')).status).toBe(403);
    expect((await pdu.request('GET', '/api/actions')).status).toBe(401);
  });

  it('for what an action would do are needed to make, change, delete and test it', async () => {
    const group = await admin.post('/api/groups', { groupName: 'Rack', outlets: [FIRST, SECOND] });
    const half = await pdu.as({ modifyEventActions: true, modifyOutletGroups: true, modifyOutlets: [FIRST] });
    const refused = [
      [11, [SECOND, 'ON'], 'OUTLET_NOT_ALLOWED'],
      [16, [group.body.id, 'ON'], 'OUTLET_NOT_ALLOWED'],
      [22, ['Relay 1', 'ON'], 'NOT_ALLOWED'],
      [32, ['B', 1, 'OPEN'], 'NOT_ALLOWED'],
      [30, [], 'NOT_ALLOWED'],
      [31, [], 'NOT_ALLOWED'],
      [20, ['192.0.2.7', 'circuits'], 'NOT_ALLOWED'],
      [20, ['192.0.2.7', 'outlets'], 'OUTLET_NOT_ALLOWED'],
    ] as const;
    for (const [code, params, reason] of refused) {
      expect(await half.post('/api/actions', { name: 'x', code, params })).toMatchObject({
        status: 403,
        body: { code: reason },
      });
      const where = await path(code, params);
      for (const answer of [
        await half.put(where, { name: 'mine' }),
        await half.post(where, { name: 'mine', code: 15, params: ['me@example.com'] }),
        await half.delete(where),
        await half.post(`${where}/test?dryRun=true`),
        await half.post(`${where}/test`),
      ]) {
        expect(answer.status).toBe(403);
      }
    }
    expect((await half.post('/api/actions', { name: 'x', code: 11, params: [FIRST, 'ON'] })).status).toBe(200);
    expect((await half.post('/api/actions', { name: 'x', code: 15, params: ['me@example.com'] })).status).toBe(200);
    const outletsOnly = await pdu.as({ modifyEventActions: true, modifyOutlets: [FIRST, SECOND] });
    expect(
      (await outletsOnly.post('/api/actions', { name: 'x', code: 16, params: [group.body.id, 'ON'] })).status,
    ).toBe(403);
  });
});

describe('POST /api/actions/{id}/test', () => {
  beforeEach(() => start());
  afterEach(stop);

  it('switches now, enabled or not, and answers with the outcome', async () => {
    const where = await path(11, [FIRST, 'OFF']);
    await admin.put(where, { enabled: false });
    expect((await admin.post(`${where}/test`)).body).toEqual({ dryRun: false, ok: true, tookMs: 0 });
    expect(await stateOf(FIRST)).toBe('OFF');
    expect(await entries('action.run')).toMatchObject([{ who: 'admin', via: 'session', result: 'ok' }]);
  });

  it('gives the reason if it was not done', async () => {
    await admin.patch('/api/simulator', { outlets: { [FIRST]: { relayStuck: true } } });
    const answer = await admin.post(`${await path(11, [FIRST, 'OFF'])}/test`);
    expect(answer).toMatchObject({ status: 200, body: { ok: false, code: 'RELAY_FAULT', error: expect.any(String) } });
    expect((await admin.post(`${await path(30)}/test`)).body).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^not configured/),
    });
  });

  it('describes in a dry run what it would do, and does nothing', async () => {
    const group = await admin.post('/api/groups', { groupName: 'Rack', outlets: [SECOND, FIRST] });
    const { body } = await admin.post(`${await path(16, [group.body.id, 'OFF'])}/test?dryRun=true`);
    expect(body).toEqual({
      dryRun: true,
      ok: true,
      command: 'OFF',
      moves: [SECOND, FIRST].map((id) => ({ id, name: expect.any(String), state: 'ON', watts: expect.any(Number) })),
      watts: expect.any(Number),
    });
    expect(body.watts).toBeCloseTo(body.moves[0].watts + body.moves[1].watts, 2);
    expect([await stateOf(FIRST), await entries('action.run')]).toEqual(['ON', []]);
    const peer = (await admin.post(`${await path(24, ['192.0.2.7', '1', TOKEN])}/test?dryRun=1`)).body;
    expect(peer).toMatchObject({
      dryRun: true,
      ok: true,
      target: 'peer 192.0.2.7',
      summary: expect.stringContaining('OFF'),
    });
    expect(JSON.stringify(peer)).not.toContain(TOKEN);
  });

  it('does nothing for a dryRun that is neither true nor false', async () => {
    const answer = await admin.post(`${await path(11, [FIRST, 'OFF'])}/test?dryRun=maybe`);
    expect(answer).toMatchObject({ status: 422, body: { details: [{ field: 'dryRun' }] } });
    expect([await stateOf(FIRST), await entries('action.run')]).toEqual(['ON', []]);
  });

  it('reports in a dry run that an outlet is protected, and so does the test', async () => {
    const where = await path(11, [FIRST, 'OFF']);
    await admin.put(`/api/outlets/${FIRST}`, { protection: 'locked' });
    for (const answer of [await admin.post(`${where}/test?dryRun=true`), await admin.post(`${where}/test`)]) {
      expect(answer).toMatchObject({ status: 200, body: { ok: false, code: 'OUTLET_PROTECTED' } });
    }
    expect(await stateOf(FIRST)).toBe('ON');
  });

  it.each([
    [15, ['night@rack.test'], /^Mail is not configured: there is no mail server/],
    [19, ['192.0.2.7'], /^SNMPv3 traps are not configured: /],
    [30, [], /^not configured: /],
  ])('reports in a dry run what code %i still needs, as the test does', async (code, params, sentence) => {
    const where = await path(code, params);
    const dry = await admin.post(`${where}/test?dryRun=true`);
    expect(dry.body).toMatchObject({ ok: false, code: 'NOT_DELIVERED', error: expect.stringMatching(sentence) });
    expect((await admin.post(`${where}/test`)).body.error).toBe(dry.body.error);
  });

  it('is limited to a number per minute, as an event is', async () => {
    const where = await path(11, [FIRST, 'ON']);
    for (let i = 0; i < 10; i++) expect((await admin.post(`${where}/test`)).status).toBe(200);
    expect((await admin.post(`${where}/test`)).status).toBe(429);
    pdu.clock.advance(60_000);
    expect((await admin.post(`${where}/test`)).status).toBe(200);
  });
});

describe('the certificate of another PDU', () => {
  beforeEach(() => start());
  afterEach(stop);

  it('that has changed is accepted once the action is saved again, which is in the audit log', async () => {
    const authority = new Authority();
    const serving = (at?: { host: string; port: number }) =>
      FaultyServer.start(answers('200 OK', '{}'), { credentials: authority.server('pdu.example'), ...(at && { at }) });
    let other = await serving();
    const at = { host: '127.0.0.1', port: other.port };
    const renewed = async (): Promise<void> => {
      await other.stop();
      other = await serving(at);
    };
    const where = await path(24, [`${at.host}:${at.port}`, '1', TOKEN]);
    const tried = async () => (await admin.post(`${where}/test`)).body;
    const logged = async () => (await admin.get('/api/log?kind=peer.forget')).body.entries;

    expect(await tried()).toMatchObject({ ok: true });
    await renewed();
    expect(await tried()).toMatchObject({ ok: false, error: expect.stringContaining('certificate') });
    expect([other.requests.join(''), await logged()]).toEqual(['', []]);

    expect((await admin.put(where, { name: 'The same PDU' })).status).toBe(200);
    expect(await tried()).toMatchObject({ ok: true });
    expect(await logged()).toMatchObject([{ object: `peer:127.0.0.1:${at.port}`, who: 'admin' }]);

    await renewed();
    expect(await tried()).toMatchObject({ ok: false });
    expect((await admin.delete(where)).status).toBe(200);
    const again = await path(28, [`https://${at.host}:${at.port}`, '1', TOKEN]);
    expect((await admin.post(`${again}/test`)).body).toMatchObject({ ok: true });
    expect(await logged()).toHaveLength(2);

    await renewed();
    await path(26, [`${at.host}:${at.port}`, '1', TOKEN]);
    expect((await admin.post(`${again}/test`)).body).toMatchObject({ ok: true });
    expect(await logged()).toHaveLength(3);
    await other.stop();
  });
});

describe('an event occurrence', () => {
  beforeEach(() => start());
  afterEach(stop);

  const trigger = async (wheres: readonly string[], more: Partial<EventOccurrence> = {}): Promise<void> => {
    const dispatcher = pdu.app.get(ActionDispatcherService);
    dispatcher.dispatch({
      eventId: 5,
      eventName: 'Too warm',
      code: 49,
      params: ['SA-1000036', '30', '3'],
      at: pdu.clock.now(),
      object: 'Sensor A',
      objectKind: 'sensor',
      objectId: 'SA-1000036',
      actionIds: wheres.map(idOf),
      depth: 0,
      ...more,
    });
    await dispatcher.idle();
  };

  it('switches, reboots and sequences outlets, groups, relay outputs and hub relays, with the event as the cause', async () => {
    const group = (await admin.post('/api/groups', { groupName: 'Rack', outlets: ['3', '4'] })).body.id;
    const wheres = [
      await path(11, [FIRST, 'OFF']),
      await path(12, [SECOND]),
      await path(16, [group, 'OFF']),
      await path(22, ['relay 1', 'ON']),
      await path(32, ['B', '2', 'CLOSE']),
    ];
    await trigger(wheres);
    expect([await stateOf(FIRST), await stateOf('3'), await stateOf('4')]).toEqual(['OFF', 'OFF', 'OFF']);
    expect((await admin.get(`/api/outlets/${SECOND}`)).body.rebootStatus).toMatch(/^pending/);
    expect((await admin.get('/api/relayOutputs/1')).body.state).toBe('ON');
    expect((await admin.get('/api/sensors')).body[1].outputRelays[1].state).toBe('CLOSE');
    const runs = (await entries('action.run')) as { who: string; via: string; result: string }[];
    expect(runs.map(({ who, via, result }) => [who, via, result])).toEqual(
      wheres.map(() => ['Too warm', 'action', 'ok']),
    );
    expect((await entries('outlet.switch')).every(({ who }: { who: string }) => who === 'Too warm')).toBe(true);
    expect(pdu.app.get(AutomaticSwitchLog).depthOf('3-1200578')).toBe(1);
    await pdu.seconds(7);
    expect(await stateOf(SECOND)).toBe('ON');
  });

  it('does not run a disabled action, and records that', async () => {
    const where = await path(11, [FIRST, 'OFF']);
    await admin.put(where, { enabled: false });
    await trigger([where]);
    expect(await stateOf(FIRST)).toBe('ON');
    expect(await entries('action.run')).toMatchObject([{ result: 'DISABLED' }]);
  });

  it('for a group that was deleted is recorded as failed', async () => {
    const group = (await admin.post('/api/groups', { groupName: 'Rack', outlets: ['3', '4'] })).body.id;
    const where = await path(17, [group]);
    await admin.delete(`/api/groups/${group}`);
    await trigger([where]);
    expect(await entries('action.run')).toMatchObject([{ result: 'GROUP_UNKNOWN' }]);
    expect((await admin.post(`${where}/test?dryRun=true`)).body).toMatchObject({
      ok: false,
      code: 'ACTION_MOVES_NOTHING',
    });
  });

  it('resets the kWh meters, and the lifetime counters go on', async () => {
    await admin.patch('/api/simulator', { outlets: { [FIRST]: { loadAmps: 10 } } });
    await pdu.seconds(60);
    const before = (await admin.get('/api/inlets')).body[0].inletEnergyAccumulation;
    const lifetime = (await admin.get('/api/simulator')).body.inlets;
    await trigger([await path(31)]);
    const inlet = (await admin.get('/api/inlets')).body[0].inletEnergyAccumulation;
    const bank = (await admin.get('/api/banks')).body[0].energyAccumulation;
    expect([before > 0, inlet, bank]).toEqual([true, 0, 0]);
    expect((await admin.get('/api/simulator')).body.inlets).toEqual(lifetime);
    await pdu.seconds(60);
    expect((await admin.get('/api/inlets')).body[0].inletEnergyAccumulation).toBeCloseTo(before, 1);
  });
});

describe('80 test runs at receivers that do not answer', () => {
  let silent: FaultyServer;
  let working: FaultyServer;
  let results: Answer['body'][];
  let asked: Promise<unknown>;
  beforeAll(async () => {
    await start();
    [silent, working] = [await FaultyServer.start(hangs), await FaultyServer.start(answers('200 OK'))];
    await admin.post('/api/conf', { allowLocalTargets: true });
    const wheres: string[] = [];
    for (let number = 0; number < 80; number++) {
      pdu.clock.advance(1000);
      wheres.push(await path(20, [`127.0.0.1:${silent.port}/${number}`]));
    }
    pdu.clock.advance(60_000);
    results = [];
    asked = Promise.all(wheres.map(async (where) => results.push((await admin.post(`${where}/test`)).body)));
    await eventually(() => silent.requests.length >= 8);
  }, 60_000);
  afterAll(async () => {
    await Promise.all([silent.stop(), working.stop()]);
    await stop();
  });

  it('keep no run of an event from beginning', async () => {
    const { status } = await admin.post('/api/events', {
      name: 'Every second',
      code: 54,
      params: ['1'],
      actions: [idOf(await path(20, [`127.0.0.1:${working.port}`]))],
    });
    expect(status).toBe(200);
    pdu.clock.advance(1000);
    await pdu.poll();
    expect([working.requests.length, results.length]).toEqual([1, 0]);
  });

  it('end with their time limit, those that have not begun too', async () => {
    for (let second = 0; second < 10; second++) {
      pdu.clock.advance(1000);
      await pdu.poll();
    }
    await asked;
    expect(results).toHaveLength(80);
    expect(results.every(({ ok, code }) => ok === false && code === 'TIME_LIMIT')).toBe(true);
    while (silent.open > 0) await new Promise((resolve) => setImmediate(resolve));
    expect(silent.requests.length).toBeLessThan(64);
  });
});

describe('an action that names what may change its name or place', () => {
  let rack: Pdu;
  let owner: Client;
  beforeAll(async () => {
    rack = await aPdu();
    owner = await rack.as('admin');
  });
  afterAll(() => rack.stop());
  const make = (code: number, params: unknown[]) => owner.post('/api/actions', { name: 'A', code, params });

  it('follows the rename of a relay output, because it stores its id', async () => {
    const [relay] = (await owner.get('/api/relayOutputs')).body;
    const { body } = await make(22, [relay.relayName.toUpperCase(), 'ON']);
    expect(body.params).toEqual([relay.relayName, 'ON', '']);
    await owner.put(`/api/relayOutput/${relay.id}`, { relayName: 'Siren' });
    expect((await owner.get(`/api/actions/${body.id}`)).body.params).toEqual(['Siren', 'ON', '']);
    expect((await owner.post(`/api/actions/${body.id}/test`)).body).toMatchObject({ ok: true });
    expect((await owner.get(`/api/relayOutputs/${relay.id}`)).body.state).toBe('ON');
    expect((await owner.put(`/api/actions/${body.id}`, { params: ['Siren', 'OFF'] })).body.params).toEqual([
      'Siren',
      'OFF',
      '',
    ]);
    const reboot = await make(23, ['siren']);
    expect(reboot.body.params).toEqual(['Siren', '', '']);
  });

  it('accepts the index of a group and stores its id', async () => {
    for (const groupName of ['A', 'B', 'C']) await owner.post('/api/groups', { groupName, outlets: ['1'] });
    await owner.delete('/api/groups/1');
    const { body } = await make(16, ['1', 'ON']);
    expect(body.params).toEqual(['2', 'ON', '']);
    await owner.delete('/api/groups/2');
    expect((await owner.post(`/api/actions/${body.id}/test`)).body).toMatchObject({ ok: false });
  });

  it('32 is refused for a port on which this model has no hub', async () => {
    expect(await make(32, ['A', '1', 'OPEN'])).toMatchObject({
      status: 422,
      body: { details: [{ field: 'params.0' }] },
    });
    expect((await make(32, ['b', '1e0', 'open'])).body.params).toEqual(['B', '1', 'OPEN']);
  });
});
