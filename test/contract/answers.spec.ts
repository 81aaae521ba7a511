/** Every route of the built controller answers in the shape that its API document promises. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AnswerShapes, type ApiDocument } from '../support/answer-shape.js';
import { CHANGES, OUTLET, PASSWORD } from '../support/fixtures/changes-of-all-routes.js';
import { ControllerProcess, removeFolder, signIn, temporaryFolder } from '../support/process/controller-process.js';
import { freePort } from '../support/servers/free-port.js';
import { eventually } from '../support/time/time-limits.js';

/** An outlet with an alarm. */
const LOADED = '3-1200578';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Objects that every list has in this test. */
const IDS: Readonly<Record<string, string>> = {
  ...{ outletId: OUTLET, bankId: '1200578', inletId: 'I1-1000036', sensorId: 'SA-1000036' },
  ...{ relayOutputId: 'R1-1000036', userId: '1', roleId: '1' },
  ...{ groupId: '1', actionId: '1', eventId: '1', webhookId: '1', file: 'swagger-ui.css' },
};
/** Queries without which a path has no answer. */
const QUERIES: Readonly<Record<string, string>> = {
  '/api/history': `?object=${OUTLET}&measure=current`,
  '/api/history/recent': '?kind=outlet&measure=activePower',
  '/api/capacity/placement': '?watts=100',
  '/cmd.cgi': '?$A5',
  '/api/energy/report': '?from=2026-11-01&to=2026-11-02&by=outlet&step=day',
};

/** The settings without which a route refuses. */
const SETTINGS = {
  ...{ webApiPasswordEnabled: true, allowLocalTargets: true, syslogServerIp: '127.0.0.1:9999' },
  ...{ webSslEnabled: true, redfishEnabled: true },
};
const ADMIN = { authorization: `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}` };
/** Routes for tools that know no session. */
const BASIC = /^\/(cmd\.cgi|status\.xml)$/;

/** Routes whose answer is not compared, by the reason. */
const NOT_COMPARED: Readonly<Record<string, string>> = {
  'GET /api/stream': 'does not end; test/api/event-stream.spec.ts reads it',
  'POST /api/system/firmware': 'takes a signed release only; test/api/firmware.spec.ts sends one',
};

interface Sent {
  readonly method: string;
  readonly path: string;
  /** Parameters of the path. */
  readonly at?: Readonly<Record<string, string>>;
  readonly query?: string | undefined;
  readonly body?: unknown;
  /** Token of another session. */
  readonly sender?: string | undefined;
}

describe('a request to the built controller', () => {
  const folder = temporaryFolder();
  const compared = new Set<string>();
  const seen: Record<string, unknown> = {};
  let controller: ControllerProcess;
  let url: string;
  let token: string;
  let document: ApiDocument;
  let shapes: AnswerShapes;

  beforeAll(async () => {
    controller = new ControllerProcess({
      RACKFEED_DATA_DIR: folder,
      RACKFEED_ADMIN_PASSWORD: PASSWORD,
      RACKFEED_SIMULATOR_CONTROL: 'true',
    });
    url = await controller.ready();
    ({ token } = await signIn(url, PASSWORD));
    document = (await send({ method: 'GET', path: '/api/openapi.json' })).body as ApiDocument;
    shapes = new AnswerShapes(document);
    const made = [
      ['/api/conf', { ...SETTINGS, webSslPort: await freePort() }],
      ['/api/groups', { groupName: 'Both', outlets: [OUTLET, '2-1200578'] }],
      ['/api/actions', { name: 'Off', code: 11, params: [OUTLET, 'OFF'] }],
      ['/api/events', { name: 'On', code: 45, params: [OUTLET, '90', '0'], actions: [1] }],
      ['/api/events', { name: 'Loaded', code: 45, params: [LOADED, '1', '0'], actions: [] }],
      ['/api/webhooks', { name: 'Hook', url: 'http://127.0.0.1:9999/', types: ['sensor.*'] }],
    ] as const;
    for (const [path, body] of made) expect((await send({ method: 'POST', path, body })).status).toBe(200);
    const loads = { outlets: { [LOADED]: { loadAmps: 5, powerFactor: 1 } } };
    expect((await send({ method: 'PATCH', path: '/api/simulator', body: loads })).status).toBe(200);
    await eventually(async () => (await send({ method: 'POST', path: '/api/redfish/test' })).status === 200);
    await eventually(
      async () => ((await send({ method: 'GET', path: '/api/alarms' })).body as { total: number }).total > 0,
    );
  });
  afterAll(async () => {
    await controller.kill('SIGKILL');
    removeFolder(folder);
  });

  async function send({ method, path, at = {}, query = '', body, sender = token }: Sent) {
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => at[name] ?? IDS[name] ?? '1') + query;
    const answer = await fetch(url + address, {
      method,
      headers: {
        ...(BASIC.test(path) ? ADMIN : { cookie: `SPID=${sender}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const type = (answer.headers.get('content-type') ?? '').replace(/;.*/, '');
    const text = await answer.text();
    return { status: answer.status, type, body: type === 'application/json' ? (JSON.parse(text) as unknown) : text };
  }

  const pathsOf = (method: string): string[] =>
    Object.keys(document.paths).filter((path) => document.paths[path]?.[method]);

  /** Sends a request; answers how its answer differs from the document. */
  async function deviationsOf(sent: Sent): Promise<string[]> {
    const route = `${sent.method} ${sent.path}`;
    const { status, type, body } = await send(sent);
    seen[route] = body;
    const answers = shapes.successOf(sent.method.toLowerCase(), sent.path);
    if (answers?.status !== status) return [`${route} answered ${status}: ${JSON.stringify(body).slice(0, 300)}`];
    compared.add(route);
    if (answers.types.length === 0) return body === '' ? [] : [`${route} has an answer that is not documented`];
    if (!answers.types.some((each) => each === type || each === '*/*')) return [`${route} answered ${type}`];
    const shape = type === 'application/json' ? shapes.of(sent.method.toLowerCase(), sent.path, status) : undefined;
    return shape ? [...new Set(shapes.deviations(shape, body))].map((each) => `${route}: ${each}`) : [];
  }

  it('that reads answers in its documented shape, whatever it reads', async () => {
    const deviations: string[] = [];
    for (const path of pathsOf('get')) {
      if (`GET ${path}` in NOT_COMPARED) continue;
      deviations.push(...(await deviationsOf({ method: 'GET', path, query: QUERIES[path], at: readAt(path) })));
    }
    expect(deviations).toEqual([]);
  });

  /** The session that is shown is one of the list. */
  const readAt = (path: string): Readonly<Record<string, string>> =>
    path.includes('{sessionId}')
      ? { sessionId: (seen['GET /api/user/sessions'] as { id: string }[])[0]?.id ?? '' }
      : {};

  /** Requests to a route that it refuses, and that would change nothing otherwise. */
  function refusalsOf(method: string, path: string): Sent[] {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 'none'] as const);
    const of = { method: method.toUpperCase(), path };
    return [
      ...(names.length > 0 ? [{ ...of, at: Object.fromEntries(names) }] : []),
      ...(method === 'get' ? shapes.queryOf(method, path).map((name) => ({ ...of, query: `?${name}=%7B` })) : []),
      ...(shapes.takesBody(method, path) && names.length === 0 ? [{ ...of, body: [] }] : []),
    ];
  }

  it('that it refuses has a status that the document names, and the documented body', async () => {
    const deviations: string[] = [];
    const refused = new Set<number>();
    const sent = METHODS.flatMap((method) => pathsOf(method).flatMap((path) => refusalsOf(method, path)));
    for (const each of sent.filter(({ path }) => path !== '/api/stream')) {
      const { status, body } = await send(each);
      if (status < 400) continue;
      refused.add(status);
      const shape = shapes.of(each.method.toLowerCase(), each.path, status);
      const found = shape ? shapes.deviations(shape, body) : [`${status} is not documented`];
      deviations.push(...found.map((deviation) => `${each.method} ${each.path}${each.query ?? ''}: ${deviation}`));
    }
    expect([...refused].sort()).toEqual([404, 422]);
    expect(deviations).toEqual([]);
  });

  it('that changes something answers in its documented shape, whatever it changes', async () => {
    const deviations: string[] = [];
    for (const { route, at, bodyOf, body = bodyOf?.(seen), query, isLast } of CHANGES) {
      const [method = '', path = ''] = route.split(' ');
      const sender = isLast ? (await signIn(url, PASSWORD)).token : undefined;
      const read = path.includes('{sessionId}') ? '/api/user/sessions' : undefined;
      if (read) seen[`GET ${read}`] = (await send({ method: 'GET', path: read })).body;
      deviations.push(...(await deviationsOf({ method, path, at: at?.(seen) ?? {}, body, query, sender })));
    }
    expect(deviations).toEqual([]);
  });

  it('was sent for every route of the document, but for those with a reason', () => {
    const documented = METHODS.flatMap((method) => pathsOf(method).map((path) => `${method.toUpperCase()} ${path}`));
    expect(documented.filter((route) => !compared.has(route))).toEqual(
      documented.filter((route) => route in NOT_COMPARED),
    );
    expect(Object.keys(NOT_COMPARED).filter((route) => !documented.includes(route))).toEqual([]);
  });

  it('is found to deviate where a member is missing, of another type or not documented', () => {
    const shape = shapes.of('get', '/api/webhooks', 200) ?? {};
    const webhook = {
      id: 1,
      name: 'Hook',
      url: 'http://a/',
      types: ['*'],
      enabled: true,
      state: 'off',
      own: true,
      waiting: 0,
    };
    const { waiting, ...without } = webhook;
    expect(waiting).toBe(0);
    expect(shapes.deviations(shape, [webhook])).toEqual([]);
    expect(shapes.deviations(shape, [without])).toEqual(['answer[].waiting is missing']);
    expect(shapes.deviations(shape, [{ ...webhook, id: '1' }])).toEqual([expect.stringContaining('answer[].id')]);
    expect(shapes.deviations(shape, [{ ...webhook, more: 1 }])).toEqual(['answer[].more is not documented']);
    expect(shapes.deviations(shape, [{ ...webhook, state: 'lost' }])).toEqual([expect.stringContaining('no choice')]);
    expect(shapes.deviations(shape, {})).toEqual(['answer is no list']);
  });
});
