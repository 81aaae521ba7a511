/**
 * Every endpoint with every single permission and every credential, generated from the route table of the running
 * application, which includes a new route automatically.
 */
import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { assertAccess } from '../../src/auth/access-check.js';
import { CachedReads } from '../../src/auth/cached-reads.js';
import { PERMISSION_FLAGS, type RouteAccess } from '../../src/common/access.js';
import { aPdu, type Answer, type Client, type Pdu } from '../support/app/pdu.js';
import { CREDENTIALS, somePeople, type CredentialKind, type Person } from '../support/app/people.js';
import { routesOf, type Route } from '../support/app/routes.js';
import { NEEDED } from './needed-permissions.js';

/** A request that changes nothing even if it is allowed: for a missing object, or with an invalid body. */
interface Attempt {
  readonly name: string;
  readonly method: string;
  readonly path: (person: Person) => string;
  readonly body: string | undefined;
  readonly allows: (person: Person) => boolean;
  readonly rule: RouteAccess;
  /** Routes that act at once: sent only where they are refused; their permission is checked by the guard's rule. */
  readonly acts: boolean;
}

const NO_OBJECT = '[]';
const NOBODY = '999999';
/** Harmless routes without a body or parameter: sessions are created again, and the command is invalid. */
const HARMLESS = ['POST /api/logout', 'DELETE /api/user/sessions', 'POST /cmd.cgi'];
const REFUSALS = ['NOT_ALLOWED', 'OUTLET_NOT_ALLOWED', 'NO_OUTLET_ALLOWED', 'ADMINISTRATOR_ONLY'];
/** The statuses of an allowed request that changes nothing. */
const LET_IN = [200, 400, 404, 422];

let pdu: Pdu;
let admin: Client;
let routes: readonly Route[];
let people: readonly Person[];
let attempts: readonly Attempt[];
let examples: Readonly<Record<string, string>>;

beforeAll(async () => {
  pdu = await aPdu();
  const [first = '', second = ''] = pdu.model.outlets.map(({ id }) => id);
  people = await somePeople(pdu, [
    ['nothing', {}],
    ...PERMISSION_FLAGS.map((flag) => [`only ${flag}`, { [flag]: true }] as const),
    ['views one outlet', { viewOutlets: [first] }],
    ['modifies one outlet', { modifyOutlets: [first] }],
    ['administrator', 'everything'],
  ]);
  admin = await pdu.as('admin');
  examples = {
    outletId: first,
    otherOutlet: second,
    bankId: pdu.model.banks[0]?.id ?? '',
    inletId: pdu.model.inlets[0]?.id ?? '',
    sensorId: pdu.model.sensors[0]?.id ?? '',
    relayOutputId: pdu.model.relayOutputs[0]?.id ?? '',
    roleId: '1',
    userId: '1',
  };
  routes = routesOf(pdu.app);
  attempts = routes.flatMap(attemptsOf);
});
afterAll(() => pdu.stop());

function attemptsOf(route: Route): Attempt[] {
  const { name, access: rule } = route;
  if (rule === undefined || rule.kind === 'public') return [];
  if (rule.kind === 'outlet' && rule.param !== undefined) {
    const { list, param } = rule;
    return ['outletId', 'otherOutlet'].map((which) => {
      const outlet = examples[which] ?? '';
      const asked = aRequest(route, () => ({ [param]: outlet }));
      return { ...asked, rule, name: `${name} (${outlet})`, allows: (person) => person.lists(list, outlet) };
    });
  }
  const others = { ...aRequest(route, () => ({})), rule, allows: (person: Person) => allows(rule, person) };
  if (rule.kind !== 'flags' || rule.orOwn === undefined) return [others];
  const own = rule.orOwn;
  return [
    others,
    { ...aRequest(route, ({ userId }) => ({ [own]: userId })), rule, name: `${name} (own)`, allows: () => true },
  ];
}

type Request = Omit<Attempt, 'allows' | 'rule'>;

function aRequest(
  { name, method, path, takesBody, access }: Route,
  given: (person: Person) => Record<string, string>,
): Request {
  const isRead = method === 'GET';
  const hasParameter = /[:*]\w/.test(path) && access?.kind !== 'outlet';
  // Existing objects are named only in requests that cannot change them.
  const example = (parameter: string): string => (isRead || takesBody ? (examples[parameter] ?? NOBODY) : NOBODY);
  return {
    name,
    method,
    path: (person) =>
      path.replace(/[:*](\w+)/g, (_, parameter: string) => given(person)[parameter] ?? example(parameter)),
    body: takesBody ? NO_OBJECT : undefined,
    acts: !isRead && !takesBody && !hasParameter && !HARMLESS.includes(name),
  };
}

function allows(access: RouteAccess, person: Person): boolean {
  switch (access.kind) {
    case 'public':
    case 'signedIn':
      return true;
    case 'administrator':
      return person.isAdministrator;
    case 'flags':
      return access.anyOf.some((flag) => person.has(flag));
    case 'outlet':
      return person.lists(access.list);
  }
}

/** The reads that are answered before Express to callers who are known. */
const CACHED_READS = [
  'GET /api/bank',
  'GET /api/banks',
  'GET /api/inlets',
  'GET /api/outlets',
  'GET /api/relayOutputs',
  'GET /api/sensors',
];

const send = async ({ method, path, body }: Attempt, person: Person, kind: CredentialKind): Promise<Answer> =>
  pdu.request(method, path(person), body, await person.headers(kind));

/** Answers that change by themselves, by the memory of the process for example, or do not end. */
const NEVER_TWICE_THE_SAME = ['GET /api/system/diagnostics', 'GET /api/stream'];

/** Everything that an administrator can read, including the audit log. */
async function everything(): Promise<string> {
  const lists = routes.filter(
    ({ name, path, access }) =>
      /^GET \/(api|status)/.test(name) &&
      !NEVER_TWICE_THE_SAME.includes(name) &&
      !/[:*]/.test(path) &&
      access?.kind !== 'public',
  );
  const answers = await Promise.all(lists.map(({ path }) => admin.get(path)));
  return JSON.stringify(
    answers.map(({ status, body }, i) => [lists[i]?.name, status, body]),
    null,
    1,
  );
}

/** Runs work for the people, a few at a time; too many waiting password checks would be refused. */
async function eachOf(work: (person: Person) => Promise<void>): Promise<void> {
  const waiting = [...people];
  const worker = async (): Promise<void> => {
    for (let person = waiting.shift(); person; person = waiting.shift()) await work(person);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

/** Sends a request twice in a row; the second meets a caller who is known, so a cached read has its own way. */
async function sendTwice(attempt: Attempt, person: Person, kind: CredentialKind): Promise<Answer[]> {
  const first = await send(attempt, person, kind);
  return attempt.method === 'GET' ? [first, await send(attempt, person, kind)] : [first];
}

describe('the access decorator of a route', () => {
  it('matches the contract, which covers every route', () => {
    const declared = routes.map(({ method, path, access }) => [
      `${method} ${path.replace(/[:*]\w+/g, '*')}`,
      access && inWords(access),
    ]);
    expect(declared).toEqual(
      declared.map(([route = '']) => [route, NEEDED.get(route) ?? 'is missing in needed-permissions.ts']),
    );
  });
});

function inWords(access: RouteAccess): string {
  switch (access.kind) {
    case 'public':
      return 'nobody asks';
    case 'signedIn':
      return 'any credential';
    case 'administrator':
      return 'administrator';
    case 'flags':
      return [...[...access.anyOf].sort(), ...(access.orOwn ? ['own'] : [])].join(' or ');
    case 'outlet':
      return `${access.param === undefined ? 'an' : 'the'} outlet in ${access.list}`;
  }
}

describe('every endpoint', () => {
  it('refuses a request without a credential, before any other check', async () => {
    const deviations: unknown[] = [];
    for (const { name, method, path, body } of attempts) {
      const answer = await pdu.request(method, path(people[0] as Person), body);
      if (answer.status !== 401) deviations.push([name, answer.status]);
    }
    expect(deviations).toEqual([]);
  });

  it('refuses with 403 each insufficient permission, by session, token and Basic alike, and nothing changes', async () => {
    const before = await everything();
    const early = pdu.app.get(CachedReads).answered;
    const deviations: unknown[] = [];
    let refused = 0;
    await eachOf(async (person) => {
      for (const attempt of attempts.filter(({ allows: does }) => !does(person))) {
        const answers = (await Promise.all(CREDENTIALS.map((kind) => sendTwice(attempt, person, kind)))).flat();
        const outcomes = answers.map(({ status, body }) => [status, (body as { code?: string }).code]);
        refused += outcomes.filter(([status, code]) => status === 403 && REFUSALS.includes(String(code))).length;
        if (outcomes.some(([status, code]) => status !== 403 || !REFUSALS.includes(String(code)))) {
          deviations.push([attempt.name, person.name, outcomes]);
        }
      }
    });
    expect(deviations).toEqual([]);
    expect(refused).toBeGreaterThan(1000);
    expect(pdu.app.get(CachedReads).answered).toBe(early);
    expect(await everything()).toBe(before);
  }, 60_000);

  it('accepts each sufficient permission, by session, token and Basic alike', async () => {
    const deviations: unknown[] = [];
    await eachOf(async (person) => {
      for (const attempt of attempts.filter(({ allows: does }) => does(person))) {
        if (attempt.acts) {
          expect(() => assertAccess(attempt.rule, person.caller, {}, pdu.model)).not.toThrow();
          continue;
        }
        // One after the other: some of these end the session or the token they came with.
        for (const kind of CREDENTIALS) {
          for (const { status, body } of await sendTwice(attempt, person, kind)) {
            if (!LET_IN.includes(status))
              deviations.push([attempt.name, person.name, kind, status, (body as { code?: string }).code]);
          }
        }
      }
    });
    expect(deviations).toEqual([]);
  }, 60_000);

  it('accepts and refuses alike before Express, where cached reads are answered to callers who are known', async () => {
    const reads = pdu.app.get(CachedReads);
    const cached = attempts.filter(({ name }) => CACHED_READS.includes(name));
    expect(cached.map(({ name }) => name)).toEqual(CACHED_READS);
    let parsed = 0;
    (pdu.app.getHttpServer() as Server).on('request', () => parsed++);
    let [sent, allowed] = [0, 0];
    for (const person of people) {
      for (const attempt of cached) {
        for (const kind of CREDENTIALS) {
          const [asked] = await sendTwice(attempt, person, kind); // from here on the caller is known
          const early = reads.answered;
          const again = await send(attempt, person, kind);
          // In the same bytes on one connection, so that those that are allowed are not parsed again.
          const repeated = [await send(attempt, person, kind), await send(attempt, person, kind)];
          // A query that means nothing makes it a request for Express.
          const byExpress = await send({ ...attempt, path: (who) => `${attempt.path(who)}?by=express` }, person, kind);
          const isAllowed = attempt.allows(person);
          expect([attempt.name, person.name, kind, reads.answered - early]).toEqual([
            ...[attempt.name, person.name, kind],
            isAllowed ? 3 : 0,
          ]);
          expect(again.status).toBe(isAllowed ? 200 : 403);
          for (const other of [asked, ...repeated, byExpress]) {
            expect([other?.status, other?.body]).toEqual([again.status, again.body]);
          }
          sent += 6;
          if (isAllowed) allowed++;
        }
      }
    }
    expect(allowed).toBeGreaterThanOrEqual(CACHED_READS.length * CREDENTIALS.length);
    expect(parsed).toBeLessThanOrEqual(sent - 2 * allowed);
  }, 60_000);
});

/** A role must not learn from another answer about an object that it may not read. */
describe('no object is disclosed', () => {
  const EVENTS = { viewEventActions: true, modifyEventActions: true } as const;
  let rack: Pdu;
  let owner: Client;
  let [first, second]: readonly string[] = [];
  let ids: Readonly<Record<'inlet' | 'bank' | 'sensor' | 'relayOutput', string>>;
  const idOf = async (client: Client, event: object): Promise<number> =>
    (await client.post('/api/events', { name: 'Watch', actions: [], ...event })).body.id as number;

  beforeAll(async () => {
    rack = await aPdu();
    owner = await rack.as('admin');
    [first, second] = rack.model.outlets.map(({ id }) => id);
    ids = {
      inlet: rack.model.inlets[0]?.id ?? '',
      bank: rack.model.banks[0]?.id ?? '',
      sensor: rack.model.sensors[0]?.id ?? '',
      relayOutput: rack.model.relayOutputs[0]?.id ?? '',
    };
  });
  afterAll(() => rack.stop());

  /** Events by the watched object: the code, its parameters, and the permissions required to read the object. */
  const watches = () =>
    [
      [45, [first, '0', '0'], { viewOutlets: [first] }],
      [45, ['any', '0', '0'], { viewOutlets: rack.model.outlets.map(({ id }) => id) }],
      [31, [ids.bank, '0', '0'], { viewBankStats: true }],
      [23, ['any', '0', '0'], { viewInletStats: true }],
      [49, ['any', '0', '0'], { viewPortInfo: true }],
      [62, ['B', '1', '0'], { viewPortInfo: true }],
    ] as const;

  it('by any answer: a name is only in answers to users who may read its object', async () => {
    const named = [
      ['outlet', (person: Person) => person.lists('viewOutlets', second)],
      ['inlet', (person: Person) => person.has('viewInletStats')],
      ['bank', (person: Person) => person.has('viewBankStats')],
      ['relay output', (person: Person) => person.has('viewPortInfo')],
      ['group', (person: Person) => person.has('viewOutletGroups')],
      ['action', (person: Person) => person.has('viewEventActions')],
      ['event', (person: Person) => person.has('viewEventActions')],
      ['role', (person: Person) => person.has('viewUsersList')],
      ['user', (person: Person) => person.has('viewUsersList') || person.has('viewLog')],
      ['mail', (person: Person) => person.has('viewNetworkSettings')],
    ] as const;
    const nameOf = (what: string): string => `marked-${what.replace(' ', '-')}.example`;
    const here = await pdu.as('admin');
    const off = { name: nameOf('action'), code: 11, params: [second, 'OFF'] };
    const made = [
      await here.put(`/api/outlets/${second}`, { outletName: nameOf('outlet') }),
      await here.put(`/api/inlets/${ids.inlet}`, { inletName: nameOf('inlet') }),
      await here.put(`/api/banks/${ids.bank}`, { bankName: nameOf('bank') }),
      await here.put(`/api/relayOutput/${ids.relayOutput}`, { relayName: nameOf('relay output') }),
      await here.post('/api/groups', { groupName: nameOf('group'), outlets: [first, second] }),
      await here.post('/api/roles', { name: nameOf('role'), permissions: { viewOutlets: [second] } }),
      await here.post('/api/users', { username: nameOf('user'), roleId: 1, password: 'staple that battery' }),
      await here.post('/api/conf', { smtpServer: nameOf('mail') }),
      await here.post('/api/actions', off),
    ];
    const actions = [made.at(-1)?.body.id as number];
    made.push(await here.post('/api/events', { name: nameOf('event'), code: 45, params: [second, '0', '0'], actions }));
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 200));
    const event = made.at(-1)?.body.id as number;
    await pdu.seconds(2);
    const paths = ['', '/explain', '/history'].map((path) => `/api/events/${event}${path}`);

    const shown: string[] = [];
    await eachOf(async (person) => {
      const headers = await person.headers('session');
      const reads = attempts.filter(({ name, method }) => method === 'GET' && !HARMLESS.includes(name));
      const asked = [...reads.map(({ path }) => path(person)), ...paths];
      const answers = await Promise.all(asked.map((path) => pdu.request('GET', path, undefined, headers)));
      for (const [what, mayRead] of named) {
        if (mayRead(person)) continue;
        for (const [place, { body }] of answers.entries()) {
          if (JSON.stringify(body).includes(nameOf(what)))
            shown.push(`${person.name}: ${asked[place]} names the ${what}`);
        }
      }
    });
    expect(shown).toEqual([]);

    // An object that a user may change but not read is changed without being shown.
    const changer = await pdu.as({ modifyOutlets: [second ?? ''], modifyEventActions: true, modifyOutletGroups: true });
    const changed = [
      await changer.put(`/api/outlets/${second}`, { customRebootTime: 9 }),
      await changer.post(`/api/actions/${actions[0]}/test?dryRun=true`),
    ];
    expect(changed.map(({ status }) => status)).toEqual([200, 200]);
    for (const { body } of changed) expect(JSON.stringify(body)).not.toContain(nameOf('outlet'));
  });

  it('by an event: to create or change one requires the permission to read everything it watches', async () => {
    const blind = await rack.as(EVENTS);
    const half = await rack.as({ ...EVENTS, viewOutlets: [first ?? ''] });
    for (const [code, params, enough] of watches()) {
      const event = { name: 'Watch', code, params, actions: [] };
      const id = await idOf(owner, event);
      const refused = [
        await blind.post('/api/events', event),
        await blind.put(`/api/events/${id}`, { name: 'Mine' }),
        await blind.post(`/api/events/${id}`, { ...event, code: 54, params: ['60'] }),
      ];
      expect([code, ...refused.map(({ status }) => status)]).toEqual([code, 403, 403, 403]);
      const seeing = await rack.as({ ...EVENTS, ...enough } as Parameters<Pdu['as']>[0]);
      expect([code, (await seeing.post('/api/events', event)).status]).toEqual([code, 200]);
      expect([code, (await seeing.put(`/api/events/${id}`, { name: 'Mine' })).status]).toEqual([code, 200]);
    }
    expect(
      (await half.post('/api/events', { name: 'x', code: 45, params: ['any', '0', '0'], actions: [] })).body,
    ).toMatchObject({ code: 'OUTLET_NOT_ALLOWED' });
    const own = await idOf(half, { code: 45, params: [first, '0', '0'] });
    expect((await half.put(`/api/events/${own}`, { params: [second, '0', '0'] })).status).toBe(403);
    expect((await blind.post('/api/events', { name: 'x', code: 54, params: ['60'], actions: [] })).status).toBe(200);
  });

  it('by the state of an event: neither its condition, nor the reason, nor that it ever triggered', async () => {
    await rack.seconds(2);
    const blind = await rack.as({ viewEventActions: true });
    for (const [code, params, enough] of watches()) {
      const id = await idOf(owner, { code, params });
      await rack.seconds(2);
      const answers = async (client: Client) => ({
        event: (await client.get(`/api/events/${id}`)).body,
        listed: (await client.get('/api/events')).body.find((each: { id: number }) => each.id === id),
        why: (await client.get(`/api/events/${id}/explain`)).body,
        history: (await client.get(`/api/events/${id}/history`)).body.firings,
      });
      const { event, listed, why, history } = await answers(blind);
      for (const shown of [event, listed, why, ...why.objects]) {
        for (const member of ['triggered', 'numTicksBeyond', 'holds', 'value', 'distance']) {
          expect([code, member, member in shown]).toEqual([code, member, false]);
        }
      }
      expect([code, history]).toEqual([code, []]);
      for (const { waitsFor } of [why, ...why.objects]) expect(waitsFor).toBe('something that your role may not see');
      const seeing = await answers(await rack.as({ viewEventActions: true, ...enough } as Parameters<Pdu['as']>[0]));
      expect([code, seeing]).toEqual([code, await answers(owner)]);
      expect(seeing.event).toMatchObject({ triggered: expect.any(Boolean), numTicksBeyond: expect.any(Number) });
    }
  });

  it('by the log: it shows each object to users who may read it, and all to administrators', async () => {
    await owner.put(`/api/outlets/${first}`, { outletName: 'First' });
    await owner.put(`/api/outlets/${second}`, { outletName: 'Secret SAN controller' });
    await owner.put(`/api/inlets/${ids.inlet}`, { inletName: 'Feed' });
    await owner.put(`/api/banks/${ids.bank}`, { bankName: 'Left' });
    await owner.put(`/api/relayOutput/${ids.relayOutput}`, { relayName: 'Siren' });
    await owner.post('/api/conf', { smtpServer: 'mail.example' });
    await owner.post('/api/conf', { globalRebootTime: 7 });
    await owner.post('/api/groups', { groupName: 'One', outlets: [first] });
    await owner.post('/api/groups', { groupName: 'Both', outlets: [first, second] });
    const watched = await idOf(owner, { code: 45, params: [first, '0', '0'] });
    const other = await idOf(owner, { code: 45, params: [second, '0', '0'] });
    await rack.seconds(2);

    const seenBy = async (permissions: Parameters<Pdu['as']>[0]): Promise<string[]> => {
      const client = await rack.as(permissions);
      const { entries } = (await client.get('/api/log?limit=500')).body as {
        entries: { object: string; kind: string }[];
      };
      const objects = entries
        .filter(({ object }) => !/^(user|role):/.test(object))
        .map((each) => `${each.kind} ${each.object}`);
      return [...new Set(objects)].sort();
    };
    const seesUsers = { viewUsersList: true } as const;
    expect(await seenBy(seesUsers)).toEqual([]);
    expect(await seenBy({ ...seesUsers, viewOutlets: [first ?? ''] })).toEqual([`outlet.change outlet:${first}`]);
    expect(await seenBy({ ...seesUsers, viewInletStats: true })).toEqual([`inlet.change inlet:${ids.inlet}`]);
    expect(await seenBy({ ...seesUsers, viewBankStats: true })).toEqual([`bank.change bank:${ids.bank}`]);
    expect(await seenBy({ ...seesUsers, viewPortInfo: true })).toEqual([
      `relayOutput.change relayOutput:${ids.relayOutput}`,
    ]);
    expect(await seenBy({ ...seesUsers, viewNetworkSettings: true })).toEqual(['settings.change settings:mail']);
    expect(await seenBy({ ...seesUsers, viewGlobalDeviceSettings: true })).toEqual([
      'device.start device',
      'settings.change settings:power',
    ]);
    const groups = await seenBy({ ...seesUsers, viewOutletGroups: true, viewOutlets: [first ?? ''] });
    expect(groups.filter((entry) => entry.startsWith('group.'))).toEqual(['group.create group:1']);
    const events = await seenBy({ ...seesUsers, viewEventActions: true, viewOutlets: [first ?? ''] });
    expect(events).toContain(`event.create event:${other}`);
    expect(events).toContain(`event.trigger event:${watched}`);
    expect(events).not.toContain(`event.trigger event:${other}`);
    const all = await seenBy('admin');
    expect(all).toEqual(
      expect.arrayContaining([
        `outlet.change outlet:${second}`,
        'group.create group:2',
        `event.trigger event:${other}`,
        'settings.change settings:mail',
      ]),
    );
    const user = await rack.as(seesUsers);
    expect((await user.get('/api/log?object=user:1')).body.entries.length).toBeGreaterThan(0);
    expect((await (await rack.as({ viewOutlets: [first ?? ''] })).get('/api/log')).status).toBe(403);
  });

  it('by the pages of the log: forward and backward, none is shortened by hidden records', async () => {
    for (let i = 0; i < 5; i++) {
      await owner.put(`/api/outlets/${first}`, { outletName: `Name ${i}` });
      for (let j = 0; j < 3; j++) await owner.put(`/api/outlets/${second}`, { outletName: `Hidden ${i} ${j}` });
    }
    const reader = await rack.as({ viewUsersList: true, viewOutlets: [first ?? ''] });
    const names: string[] = [];
    let next = '';
    do {
      const { entries, nextBefore } = (await reader.get(`/api/log?limit=2&kind=outlet.change${next}`)).body;
      names.push(...entries.map(({ after }: { after: { name: string } }) => after.name));
      if (nextBefore !== undefined) expect(entries).toHaveLength(2);
      next = nextBefore === undefined ? '' : `&before=${nextBefore}`;
    } while (next !== '');
    expect(names.slice(0, 5)).toEqual(['Name 4', 'Name 3', 'Name 2', 'Name 1', 'Name 0']);
    const forward = (await reader.get('/api/log?limit=2&kind=outlet.change&after=1')).body.entries;
    expect(forward).toHaveLength(2);
  });
});
