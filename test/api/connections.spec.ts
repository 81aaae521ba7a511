/** Senders without a credential can hold only part of the connections: everybody else is still served. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { HttpAdapterHost } from '@nestjs/core';
import { CONNECTION_LIMITS, Connections } from '../../src/http/connections.js';
import type { RackfeedExpressAdapter } from '../../src/http/rackfeed-express.adapter.js';
import { VirtualClock } from '../support/time/virtual-clock.js';
import { eventually } from '../support/time/time-limits.js';
import { aPdu, ADMIN_PASSWORD, type Pdu } from '../support/app/pdu.js';

const HALF = 'POST /api/login HTTP/1.1\r\nhost: pdu\r\ncontent-length: 60000\r\n\r\n{';

let pdu: Pdu;
const sockets: Socket[] = [];

beforeEach(async () => {
  pdu = await aPdu();
});
afterEach(async () => {
  sockets.splice(0).forEach((socket) => socket.destroy());
  await pdu.stop();
});

/** Opens connections that send this and no more; resolves when the controller has accepted them. */
async function flood(count: number, bytes: string, localAddress = '127.0.0.1'): Promise<void> {
  const port = Number(new URL(pdu.url).port);
  const { connections } = pdu.app.get(HttpAdapterHost).httpAdapter as RackfeedExpressAdapter;
  const before = connections.count;
  await Promise.all(
    Array.from({ length: count }, () => {
      const socket = connect({ port, host: '127.0.0.1', localAddress });
      socket.on('error', () => undefined).resume(); // a socket that is not read never reports its end
      sockets.push(socket);
      return new Promise<void>((resolve) => socket.once('connect', () => socket.write(bytes, () => resolve())));
    }),
  );
  await eventually(() => connections.count >= before + count);
}

const open = (): number => sockets.filter(({ readyState }) => readyState === 'open').length;

describe('connections with an incomplete request', () => {
  it('are limited to 32 for each sender, and others still sign in', async () => {
    await flood(300, HALF, '127.0.0.2');
    await pdu.seconds(2);
    await eventually(() => open() === 32);
    await flood(10, HALF, '127.0.0.3');
    await pdu.seconds(2);
    expect(open()).toBe(42);
    const answer = await pdu.request('POST', '/api/login', { username: 'admin', password: ADMIN_PASSWORD });
    expect(answer.status).toBe(200);
  });

  it('are closed after ten seconds, even if the sender keeps sending', async () => {
    await flood(5, HALF);
    await pdu.seconds(6);
    sockets.forEach((socket) => socket.write('"username":'));
    await pdu.seconds(3);
    expect(open()).toBe(5);
    await pdu.seconds(2);
    await eventually(() => open() === 0);
  });

  it('are counted in the metrics', async () => {
    await flood(40, HALF);
    await pdu.seconds(2);
    await eventually(() => open() === 32);
    const admin = await pdu.as('admin');
    expect((await admin.get('/metrics')).body).toContain('rackfeed_connections_closed_total{reason="share"} 8\n');
  });
});

describe('a request with a body', () => {
  const ask = (head: string): Promise<string> => {
    const socket = connect(Number(new URL(pdu.url).port), '127.0.0.1');
    sockets.push(socket);
    return new Promise((resolve, reject) => {
      let answer = '';
      socket.on('error', reject);
      socket.on('data', (chunk) => {
        answer += chunk.toString();
        if (answer.includes('\r\n\r\n')) resolve(answer);
      });
      socket.write(head);
    });
  };

  it('from an unknown sender is refused before its body is received', async () => {
    const head = 'PUT /api/outlets/1 HTTP/1.1\r\nhost: pdu\r\ncontent-length: 60000\r\n\r\n{';
    expect(await ask(head)).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('from a sender without the permission is refused before its body is received', async () => {
    const reader = await pdu.as({ viewOutlets: ['1-1200578'] });
    const head = 'PUT /api/outlets/1 HTTP/1.1\r\nhost: pdu\r\ncontent-length: 60000\r\n';
    expect(await ask(`${head}cookie: SPID=${reader.token}\r\n\r\n{`)).toMatch(/^HTTP\/1\.1 403 /);
  });

  it('from a known caller may be slow', async () => {
    const admin = await pdu.as('admin');
    const body = JSON.stringify({ outletName: 'Slow line' });
    const head = `PUT /api/outlets/1 HTTP/1.1\r\nhost: pdu\r\ncookie: SPID=${admin.token}\r\ncontent-length: ${body.length}\r\n\r\n`;
    const answer = ask(head + body.slice(0, 5));
    await new Promise<void>((resolve) => sockets.at(-1)?.once('connect', () => resolve()));
    await admin.get('/api/user'); // by then the head has been read
    await pdu.seconds(20);
    sockets.at(-1)?.write(body.slice(5));
    expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('a server whose connections are all taken', () => {
  const GET = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nhost: pdu\r\n${headers}\r\n`;
  const unanswered: ServerResponse[] = [];
  const clients: Client[] = [];
  const connections = new Connections(new VirtualClock(), { ...CONNECTION_LIMITS, total: 4 });
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    connections.requestStarted(request);
    if (request.headers.authorization !== undefined) connections.authenticated(request);
    if (request.url === '/slow') unanswered.push(response);
    else response.end('done');
  }).on('connection', (socket) => connections.accept(socket));

  interface Client {
    readonly socket: Socket;
    received: string;
  }
  const isOpen = ({ socket }: Client): boolean => !socket.closed;

  /** A client of which the server has this request, and which has its answer, or none as it is slow or incomplete. */
  async function aClient(bytes: string, localAddress = '127.0.0.1'): Promise<Client> {
    const { port } = server.address() as AddressInfo;
    const before = unanswered.length;
    const client: Client = { socket: connect({ port, host: '127.0.0.1', localAddress }), received: '' };
    clients.push(client);
    client.socket.on('error', () => undefined).on('data', (chunk) => (client.received += String(chunk)));
    client.socket.write(bytes);
    const isSettled = () => client.received.includes('done') || unanswered.length > before || !isOpen(client);
    await eventually(isSettled);
    return client;
  }

  beforeEach(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(async () => {
    for (const { socket } of clients.splice(0)) socket.destroy();
    unanswered.length = 0;
    server.close();
    server.closeAllConnections();
    await eventually(() => connections.count === 0);
  });

  it('closes one of a sender that only keeps them open between its requests, for somebody else', async () => {
    const flood = [];
    for (let count = 0; count < 4; count++) flood.push(await aClient(GET('/'), '127.0.0.2'));
    const operator = await aClient(GET('/'), '127.0.0.3');
    expect(operator.received).toContain('done');
    expect(flood.filter(isOpen).length).toBeLessThan(4);
  });

  it('closes none on which a request is being answered, and refuses the next instead', async () => {
    const answered: Client[] = [];
    for (let count = 0; count < 4; count++) answered.push(await aClient(GET('/slow'), '127.0.0.2'));
    const refused = await aClient(GET('/'), '127.0.0.3');
    expect([refused.received, isOpen(refused)]).toEqual(['', false]);
    for (const response of unanswered) response.end('done');
    await eventually(() => answered.every(({ received }) => received.includes('done')));
  });

  it('closes those of unauthenticated senders first, then an idle one of a caller', async () => {
    const callers: Client[] = [];
    for (let count = 0; count < 3; count++) callers.push(await aClient(GET('/', 'authorization: Bearer a\r\n')));
    const stranger = await aClient(GET('/'), '127.0.0.2');
    const next = await aClient(GET('/', 'authorization: Bearer a\r\n'));
    await eventually(() => !isOpen(stranger));
    expect([next, ...callers].map(isOpen)).toEqual([true, true, true, true]);
    await aClient(GET('/', 'authorization: Bearer b\r\n'), '127.0.0.3');
    await eventually(() => [next, ...callers].filter(isOpen).length < 4);
  });
});
