/** GETs of cached responses, which are answered before Express: nothing but their price differs. */
import { Agent, get, type IncomingHttpHeaders, type Server } from 'node:http';
import { connect } from 'node:net';
import { Logger } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CachedReads } from '../../src/auth/cached-reads.js';
import type { RackfeedExpressAdapter } from '../../src/http/rackfeed-express.adapter.js';
import { logRequests } from '../../src/http/request-log.js';
import { aPdu, USER_PASSWORD, type Answer, type Client, type Pdu } from '../support/app/pdu.js';

const OUTLETS = '/api/outlets';

let pdu: Pdu;
let admin: Client;
let adapter: RackfeedExpressAdapter;

beforeAll(async () => {
  pdu = await aPdu();
  admin = await pdu.as('admin');
  adapter = pdu.app.get(HttpAdapterHost).httpAdapter as RackfeedExpressAdapter;
});
afterAll(() => pdu.stop());

/** The answers and the number of them given before Express. */
async function early<T>(work: () => Promise<T>): Promise<[T, number]> {
  const reads = pdu.app.get(CachedReads);
  const before = reads.answered;
  const done = await work();
  return [done, reads.answered - before];
}

/** The number of requests that Node parses meanwhile. */
async function parsedDuring(work: () => Promise<unknown>): Promise<number> {
  const server = pdu.app.getHttpServer() as Server;
  let parsed = 0;
  const count = (): number => parsed++;
  server.on('request', count);
  await work();
  server.off('request', count);
  return parsed;
}

interface RawAnswer {
  readonly status: number;
  readonly body: Answer['body'];
  readonly names: readonly string[];
  readonly headers: IncomingHttpHeaders;
}

/** Names as they are on the wire; fetch writes all in lower case. */
const raw = (path: string, headers: Record<string, string>, agent: Agent | false = false): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    get(pdu.url + path, { headers, agent }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += String(chunk)));
      response.on('end', () => {
        const names = response.rawHeaders.filter((_, place) => place % 2 === 0);
        const { statusCode: status = 0, headers: received } = response;
        const isJson = received['content-encoding'] === undefined && text !== '';
        resolve({ status, body: isJson ? JSON.parse(text) : text, names, headers: received });
      });
    }).on('error', reject);
  });

describe('a cached read', () => {
  it('is answered before Express from the second request of a caller on', async () => {
    const reader = await pdu.as({ viewOutlets: [pdu.model.outlets[0]?.id ?? ''] });
    const [first, atFirst] = await early(() => reader.get(OUTLETS));
    const [second, then] = await early(() => reader.get(OUTLETS));
    expect([atFirst, then]).toEqual([0, 1]);
    expect(second.body).toEqual(first.body);
    expect(second.body).toHaveLength(1);
  });

  it.each([
    ['a query', () => admin.get(`${OUTLETS}?depth=1`)],
    ['a trailing slash', () => admin.get(`${OUTLETS}/`)],
    ['capitals', () => admin.get('/api/Outlets')],
    ['the length of a body', () => raw(OUTLETS, { ...admin.headers, 'content-length': '0' })],
    ['an expectation', () => raw(OUTLETS, { ...admin.headers, expect: '100-continue' })],
    ['HEAD', () => pdu.request('HEAD', OUTLETS, undefined, admin.headers)],
    ['a cookie of nobody', () => pdu.request('GET', OUTLETS, undefined, { cookie: 'SPID=' + 'A'.repeat(43) })],
    ['no credential', () => pdu.request('GET', OUTLETS)],
  ])('is left to Express with %s', async (_, send: () => Promise<Pick<RawAnswer, 'status'>>) => {
    await admin.get(OUTLETS);
    const [answer, count] = await early(send);
    expect(count).toBe(0);
    expect([200, 401]).toContain(answer.status);
  });

  it('has the headers that Express sends, with a body and without', async () => {
    const etag = (await admin.get(OUTLETS, { 'accept-encoding': 'gzip' })).headers.get('etag') ?? '';
    const withTag = { ...admin.headers, 'if-none-match': etag, 'accept-encoding': 'gzip' };
    const inGzip = { ...admin.headers, 'accept-encoding': 'gzip' };
    const agent = new Agent({ keepAlive: true });
    for (const [headers, connection] of [admin.headers, inGzip, withTag].flatMap((each) => [
      [each, false] as const,
      [each, agent] as const,
    ])) {
      const [before, one] = await early(() => raw(OUTLETS, headers, connection));
      const [byExpress, none] = await early(() => raw(`${OUTLETS}?by=express`, headers, connection));
      expect([one, none]).toEqual([1, 0]);
      expect([before.status, [...before.names].sort()]).toEqual([byExpress.status, [...byExpress.names].sort()]);
      expect({ ...before.headers, date: '' }).toEqual({ ...byExpress.headers, date: '' });
      expect(before.headers.connection).toBe(connection ? 'keep-alive' : 'close');
      // The time of a response that is sent at once is that of the controller's clock, which stands still here.
      expect(before.headers.date === new Date(pdu.clock.now()).toUTCString()).toBe(connection !== false);
    }
    agent.destroy();
  });

  it('is answered in the order of the requests, also where they come at once on one connection', async () => {
    const head = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: pdu\r\ncookie: ${admin.headers.cookie}\r\n`;
    await admin.get(OUTLETS);
    const { port } = new URL(pdu.url);
    const socket = connect(Number(port), '127.0.0.1');
    const paths = [OUTLETS, '/api/banks', '/api/user', OUTLETS, '/api/device', '/api/inlets', OUTLETS];
    const [answer, count] = await early(async () => {
      socket.write(paths.map((path) => `${head(path)}\r\n`).join(''));
      socket.write(`${head('/api/sensors')}connection: close\r\n\r\n`);
      let text = '';
      for await (const chunk of socket) text += String(chunk);
      return text;
    });
    expect(count).toBe(6);
    const [, ...bodies] = answer.split(/HTTP\/1\.1 200 OK\r\n[^]*?\r\n\r\n/);
    const alone = await Promise.all([...paths, '/api/sensors'].map((path) => admin.get(path)));
    expect(bodies.map((body) => JSON.parse(body) as unknown)).toEqual(alone.map(({ body }) => body as unknown));
  });

  it('is answered to a client that reads slowly, as often as it asks', async () => {
    await admin.get(OUTLETS);
    const { port } = new URL(pdu.url);
    const socket = connect(Number(port), '127.0.0.1').pause();
    const request = `GET ${OUTLETS} HTTP/1.1\r\nhost: pdu\r\ncookie: ${admin.headers.cookie}\r\n`;
    socket.write(`${request}\r\n`.repeat(999));
    socket.write(`${request}connection: close\r\n\r\n`);
    await admin.get('/api/device'); // meanwhile others are served
    let text = '';
    for await (const chunk of socket.resume()) text += (chunk as Buffer).toString('latin1');
    expect(text.match(/HTTP\/1\.1 200 OK\r\n/g)).toHaveLength(1000);
  });

  it.each([
    ['the same tag', (tag: string) => tag],
    ['its weak form', (tag: string) => `W/${tag}`],
    ['a list', (tag: string) => `"other", ${tag}`],
    ['any', () => '*'],
  ])('answers 304 without a body to If-None-Match with %s', async (_, form) => {
    const { headers } = await admin.get(OUTLETS);
    const tag = headers.get('etag') ?? '';
    const [answer, count] = await early(() => admin.get(OUTLETS, { 'if-none-match': form(tag) }));
    expect([answer.status, answer.body, answer.headers.get('etag'), count]).toEqual([304, '', tag, 1]);
  });

  it('answers 200 to an outdated tag, after a write too', async () => {
    const tag = (await admin.get(OUTLETS)).headers.get('etag') ?? '';
    await admin.put(`${OUTLETS}/1`, { outletName: 'Fresh' });
    const [answer, count] = await early(() => admin.get(OUTLETS, { 'if-none-match': tag }));
    expect([answer.status, answer.body[0].outletName, count]).toEqual([200, 'Fresh', 1]);
  });

  it('is counted by the metrics under its route, like the others', async () => {
    const countOf = (): number =>
      adapter.traffic.routes
        .filter(({ method, path }) => method === 'GET' && path === OUTLETS)
        .reduce((sum, { durations }) => sum + durations.count, 0);
    const before = countOf();
    const [, count] = await early(() => admin.get(OUTLETS));
    await admin.get(`${OUTLETS}?by=express`);
    expect([count, countOf() - before]).toEqual([1, 2]);
    const gets = adapter.traffic.routes.filter(({ method, path }) => method === 'GET' && path === OUTLETS);
    expect(gets).toHaveLength(1);
  });

  it('is logged like the others, and its response has the id', async () => {
    const lines: string[] = [];
    const debug = Logger.prototype.debug;
    Logger.prototype.debug = (line: string) => void lines.push(line);
    try {
      logRequests(adapter);
      const [before, one] = await early(() => raw(OUTLETS, admin.headers));
      const [byExpress, none] = await early(() => raw(`${OUTLETS}?by=express`, admin.headers));
      expect([one, none]).toEqual([1, 0]);
      expect([...before.names].sort()).toEqual([...byExpress.names].sort());
      expect([before.headers['x-request-id'], byExpress.headers['x-request-id']]).toEqual(['r1', 'r2']);
      const [first, second] = lines.map((line) => line.replace(/^r\d+ | [\d.]+ ms$/g, ''));
      expect([first, second]).toEqual([`127.0.0.1 admin GET ${OUTLETS} 200`, first]);
    } finally {
      adapter.onResponse = undefined;
      Logger.prototype.debug = debug;
    }
  });

  it('notes that the caller of its connection is known', async () => {
    const { connections } = adapter;
    const seen: unknown[] = [];
    const authenticated = connections.authenticated.bind(connections);
    connections.authenticated = (request) => {
      seen.push(connections.ownerOf(request));
      authenticated(request);
      seen.push(connections.ownerOf(request));
    };
    const [, count] = await early(() => raw(OUTLETS, admin.headers));
    connections.authenticated = authenticated;
    expect([count, seen]).toEqual([1, ['127.0.0.1', admin.headers.cookie]]);
  });
});

describe.each(['on any connection', 'in the same bytes on one connection'])('between two cached reads %s', (where) => {
  let reader: Client;
  let userId: string;
  let roleId: number;
  let agent: Agent;
  let made = 0;
  const outlet = (place: number): string => pdu.model.outlets[place]?.id ?? '';

  beforeEach(async () => {
    const username = `reader-${++made}-${where.length}`;
    const role = await admin.post('/api/roles', { name: username, permissions: { viewOutlets: [outlet(0)] } });
    roleId = role.body.id as number;
    await admin.post('/api/users', { username, roleId, password: USER_PASSWORD });
    reader = await pdu.signIn(username, USER_PASSWORD);
    userId = reader.userId;
    agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await read();
    await read();
    if (where.includes('one')) await read();
    const [parsed, count] = await early(() => parsedDuring(read));
    expect([parsed, count]).toEqual([where.includes('one') ? 0 : 1, 1]);
  });
  afterEach(() => agent.destroy());

  const read = (): Promise<Pick<Answer, 'status' | 'body'>> =>
    where.includes('one') ? raw(OUTLETS, reader.headers, agent) : reader.get(OUTLETS);

  const next = async (): Promise<[number, number]> => {
    const [{ status }, count] = await early(read);
    return [status, count];
  };

  it('a lock of the account refuses the second', async () => {
    expect((await admin.put(`/api/users/${userId}`, { userIsLocked: true })).status).toBe(200);
    expect(await next()).toEqual([401, 0]);
  });

  it('a deleted account refuses it', async () => {
    await admin.delete(`/api/users/${userId}`);
    expect(await next()).toEqual([401, 0]);
  });

  it('a sign-out refuses it', async () => {
    await reader.post('/api/logout');
    expect(await next()).toEqual([401, 0]);
  });

  it('a session that has been idle for too long refuses it', async () => {
    pdu.clock.advance(13 * 60 * 60 * 1000);
    expect(await next()).toEqual([401, 0]);
    admin = await pdu.as('admin');
  });

  it('a role that may view no outlet any more refuses it', async () => {
    await admin.put(`/api/roles/${roleId}`, { permissions: { viewOutlets: [] } });
    expect(await next()).toEqual([403, 0]);
  });

  it('a role that may view another outlet gets that one', async () => {
    await admin.put(`/api/roles/${roleId}`, { permissions: { viewOutlets: [outlet(1)] } });
    const [answer, count] = await early(read);
    expect([answer.body.map(({ id }: { id: string }) => id), count]).toEqual([[outlet(1)], 1]);
  });

  it('a minute passes, and Express checks the credential again', async () => {
    pdu.clock.advance(60_000);
    expect(await next()).toEqual([200, 0]);
    expect(await next()).toEqual([200, 1]);
  });
});

it('a session stays open for as long as it reads, because each cached read extends it', async () => {
  await admin.post('/api/conf', { webIdleTimeout: 600 });
  const reader = await pdu.as({ viewOutlets: [pdu.model.outlets[0]?.id ?? ''] });
  await reader.get(OUTLETS);
  let total = 0;
  for (let second = 0; second < 1200; second += 40) {
    pdu.clock.advance(40_000);
    const [{ status }, count] = await early(() => reader.get(OUTLETS));
    expect(status).toBe(200);
    total += count;
  }
  expect(total).toBeGreaterThan(10);
  admin = await pdu.as('admin');
});

describe('the checks ahead of the application', () => {
  it('hold for a cached read: the host names that are served, and the restriction of plain HTTP', async () => {
    await admin.get(OUTLETS);
    for (const gate of ['hostGate', 'plainHttpGate'] as const) {
      const before = adapter[gate];
      adapter[gate] = (_, response) => {
        response.writeHead(421).end();
        return true;
      };
      const [{ status }, count] = await early(() => admin.get(OUTLETS));
      adapter[gate] = before;
      expect([gate, status, count]).toEqual([gate, 421, 0]);
    }
  });
});
