import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CONNECTION_LIMITS, Connections } from '../../src/http/connections.js';
import { eventually } from '../support/time/time-limits.js';
import { VirtualClock } from '../support/time/virtual-clock.js';

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
