import type { Server } from 'node:http';
import { Duplex } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Express } from 'express';
import fc from 'fast-check';
import { VirtualClock } from '../../test/support/time/virtual-clock.js';
import { CachedResponse } from '../common/cached-response.js';
import { yieldNow } from '../common/time-slices.js';
import { RackfeedExpressAdapter } from './rackfeed-express.adapter.js';
import { MAX_BURST_TIME } from './request-scheduler.js';

const CACHED = '/api/outlets';
const READ = `GET ${CACHED} HTTP/1.1\r\nhost: pdu\r\ncookie: SPID=one\r\n\r\n`;
const OTHER = 'GET /api/version HTTP/1.1\r\nhost: pdu\r\n\r\n';
const WRITE = 'PUT /api/outlets/1 HTTP/1.1\r\nhost: pdu\r\ncontent-length: 4\r\n\r\n';

let clock: VirtualClock;
let adapter: RackfeedExpressAdapter;
let server: Server;
/** The number of requests that Node has parsed. */
let parsed: number;
let connection: Connection;

/** A connection whose bytes arrive in exactly the pieces that a test sends. */
class Connection extends Duplex {
  received = '';

  override _read(): void {
    return;
  }

  override _write(bytes: Buffer, _: BufferEncoding, done: () => void): void {
    this.received += bytes.toString('latin1');
    done();
  }

  /** The bodies of the responses until now. */
  get bodies(): string[] {
    const bodies: string[] = [];
    for (let rest = this.received; rest !== '';) {
      const end = rest.indexOf('\r\n\r\n') + 4;
      const length = Number(/^content-length: (\d+)/im.exec(rest.slice(0, end))?.[1]);
      bodies.push(rest.slice(end, end + length));
      rest = rest.slice(end + length);
    }
    return bodies;
  }

  async sends(...pieces: string[]): Promise<void> {
    for (const piece of pieces) {
      this.push(Buffer.from(piece, 'latin1'));
      for (let turn = 0; turn < 5; turn++) await yieldNow();
    }
  }
}

beforeEach(() => {
  clock = new VirtualClock();
  adapter = new RackfeedExpressAdapter(clock);
  adapter.initHttpServer();
  const response = new CachedResponse('"cached"', '"tag"');
  adapter.answerEarly = ({ url, method }) => (url === CACHED && method === 'GET' ? response : undefined);
  adapter.getInstance<Express>().use((request, answer) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const text = `${request.method} ${request.url} ${body}`;
      answer.setHeader('Content-Length', text.length);
      answer.end(text);
    });
  });
  parsed = 0;
  server = adapter.getHttpServer();
  server.prependListener('request', () => parsed++);
  connection = new Connection();
  server.emit('connection', connection);
});
afterEach(() => void connection.destroy());

describe('a cached read that is repeated on one connection', () => {
  it('is parsed twice, and then answered as often as it comes', async () => {
    await connection.sends(...Array.from({ length: 10 }, () => READ));
    expect(connection.bodies).toEqual(Array.from({ length: 10 }, () => '"cached"'));
    expect(parsed).toBe(2);
  });

  it('has the same response each time, byte for byte', async () => {
    await connection.sends(READ, READ, READ, READ);
    const [first, ...others] = connection.received.split(/(?=HTTP\/1\.1 )/);
    expect(others).toEqual([first, first, first]);
  });

  it('is counted by the metrics each time', async () => {
    const route = { path: CACHED, methods: { get: true } };
    const { answerEarly } = adapter;
    adapter.answerEarly = (request, response) => {
      request.route = route;
      return answerEarly?.(request, response);
    };
    await connection.sends(READ, READ, READ, READ);
    expect([parsed, adapter.traffic.routes.map(({ path, answers }) => [path, answers])]).toEqual([
      2,
      [[CACHED, [0, 4, 0, 0, 0]]],
    ]);
  });

  it('is left to Node when the checks find that it is not to be answered before Express', async () => {
    await connection.sends(READ, READ, READ);
    adapter.answerEarly = () => undefined;
    await connection.sends(READ);
    expect([connection.bodies.at(-1), parsed]).toEqual([`GET ${CACHED} `, 3]);
  });

  it.each([
    ['some host names are served only', () => (adapter.hostGate = () => false)],
    ['plain HTTP is restricted', () => (adapter.plainHttpGate = () => false)],
    ['browsers are to stay with HTTPS', () => (adapter.strictTransport = 'max-age=1')],
    ['requests are logged', () => (adapter.onResponse = () => undefined)],
  ])('is parsed each time while %s', async (_, change: () => unknown) => {
    await connection.sends(READ, READ, READ);
    change();
    await connection.sends(READ, READ);
    expect([connection.bodies.length, parsed]).toEqual([5, 4]);
  });

  it('is parsed, and its connection closed after it, when the controller stops', async () => {
    await connection.sends(READ, READ, READ);
    adapter.beforeClose();
    await connection.sends(READ);
    expect(parsed).toBe(3);
    expect(connection.received).toMatch(/connection: close\r\n[^]*"cached"$/i);
  });

  it('is parsed again after one that had to wait for other requests', async () => {
    await connection.sends(READ, READ, READ);
    const { answerEarly } = adapter;
    adapter.answerEarly = (request, response) => {
      if (request.url !== CACHED) clock.advance(MAX_BURST_TIME);
      return answerEarly?.(request, response);
    };
    const other = new Connection();
    server.emit('connection', other);
    await other.sends(OTHER);
    other.push(OTHER); // in the same iteration of the event loop as what follows
    await connection.sends(READ);
    expect([connection.bodies.length, parsed]).toEqual([4, 5]);
    await connection.sends(READ, READ);
    expect([connection.bodies.length, parsed]).toEqual([6, 6]);
    other.destroy();
  });

  it('is parsed again after another request, and then repeated as before', async () => {
    await connection.sends(READ, READ, READ, WRITE + 'ON 1', READ, READ, OTHER, READ, READ);
    expect(connection.bodies.map((body) => body.slice(0, 3))).toEqual([
      ...['"ca', '"ca', '"ca', 'PUT', '"ca', '"ca', 'GET', '"ca', '"ca'],
    ]);
    expect(parsed).toBe(6);
  });
});

describe('the bytes of a cached read', () => {
  it('are a part of the request that is not complete when they arrive', async () => {
    await connection.sends(READ, READ, READ);
    const body = `PUT /api/outlets/1 HTTP/1.1\r\nhost: pdu\r\ncontent-length: ${READ.length}\r\n\r\n`;
    await connection.sends(body, READ, READ);
    expect(connection.bodies.slice(3)).toEqual([`PUT /api/outlets/1 ${READ}`, '"cached"']);
  });

  it('are headers of the request whose first line came before', async () => {
    await connection.sends(READ, READ, READ, 'GET /api/version HTTP/1.1\r\nx-part: ', READ, READ);
    expect(connection.bodies.slice(3)).toEqual(['GET /api/version ', '"cached"']);
  });

  it('are not known from a piece that another request began', async () => {
    await connection.sends(READ, READ);
    const tail = `body${READ}`;
    await connection.sends(WRITE, tail);
    expect(connection.bodies.slice(2)).toEqual(['PUT /api/outlets/1 body', '"cached"']);
    await connection.sends(tail); // there is no method bodyGET
    expect(connection.received).toMatch(/HTTP\/1\.1 501 [^]*METHOD_UNKNOWN/);
  });

  it('are answered one after the other where several requests come at once', async () => {
    await connection.sends(READ + READ, READ + OTHER, READ + READ, READ + READ);
    expect(connection.bodies.map((body) => body.slice(0, 3))).toEqual([
      ...['"ca', '"ca', '"ca', 'GET', '"ca', '"ca', '"ca', '"ca'],
    ]);
  });

  it('mean the same however a connection is cut into pieces', async () => {
    const requests = fc.array(fc.constantFrom(READ, READ, READ, OTHER, `${WRITE}GET `, READ.replace('one', 'two')), {
      minLength: 1,
      maxLength: 20,
    });
    const answers = (sent: readonly string[]): string[] =>
      sent.map((each) => {
        if (each === OTHER) return 'GET /api/version ';
        return each.startsWith('PUT') ? 'PUT /api/outlets/1 GET ' : '"cached"';
      });
    await fc.assert(
      fc.asyncProperty(requests, fc.array(fc.nat(), { maxLength: 8 }), async (sent, cuts) => {
        const all = sent.join('');
        const ends = new Set(sent.reduce<number[]>((found, each) => [...found, (found.at(-1) ?? 0) + each.length], []));
        for (const cut of cuts) ends.add(cut % all.length);
        const places = [...ends].sort((a, b) => a - b);
        const pieces = places.map((end, index) => all.slice(places[index - 1] ?? 0, end)).filter((each) => each !== '');
        const peer = new Connection();
        server.emit('connection', peer);
        await peer.sends(...pieces);
        peer.destroy();
        expect(peer.bodies).toEqual(answers(sent));
      }),
      { numRuns: 100 },
    );
  });
});

it('bytes after an upgrade are left to what the connection has become', async () => {
  let stream = '';
  server.on('upgrade', (_: unknown, socket: Duplex) => socket.on('data', (bytes) => (stream += String(bytes))));
  await connection.sends(READ, READ, READ);
  const upgrade = READ.replace('/api/outlets', '/ws').replace(
    '\r\n\r\n',
    '\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
  );
  await connection.sends(upgrade, READ, READ);
  expect(stream).toBe(READ + READ);
  expect(connection.bodies).toHaveLength(3);
});
