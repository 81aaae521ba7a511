/** Bursts of requests over real sockets, with a handler that takes a millisecond of the virtual clock. */
import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RackfeedExpressAdapter } from '../../src/http/rackfeed-express.adapter.js';
import { MAX_READ_AHEAD } from '../../src/http/request-scheduler.js';
import { eventually } from '../support/time/time-limits.js';
import { VirtualClock } from '../support/time/virtual-clock.js';

const BURST = 400;
const GET = 'GET /work HTTP/1.1\r\nhost: pdu\r\n\r\n';

let adapter: RackfeedExpressAdapter;
let server: Server;
let sockets: Socket[];
let answers: number;
/** Requests that were read and are not answered yet: now, and the most at a time. */
let waiting: { now: number; most: number };

beforeEach(async () => {
  const clock = new VirtualClock();
  adapter = new RackfeedExpressAdapter(clock);
  adapter.get('/work', (_: unknown, response: ServerResponse) => {
    clock.advance(1);
    response.end();
  });
  adapter.initHttpServer();
  server = adapter.getHttpServer();
  waiting = { now: 0, most: 0 };
  server.prependListener('request', (_, response: ServerResponse) => {
    waiting.most = Math.max(waiting.most, ++waiting.now);
    response.once('close', () => waiting.now--);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  sockets = [];
  answers = 0;
});
afterEach(() => {
  sockets.forEach((socket) => socket.destroy());
  server.closeAllConnections();
  server.close();
});

/** Opens the connections of the burst from one address; each sends `first` as soon as it is open. */
async function connectAll(first: string): Promise<void> {
  const { port } = server.address() as AddressInfo;
  sockets = Array.from({ length: BURST }, () => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('data', (data) => (answers += String(data).split('HTTP/1.1 200').length - 1));
    socket.write(first);
    return socket;
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
}

describe('a burst of requests of one sender', () => {
  it('on open connections is read piece by piece, and every request is answered', async () => {
    await connectAll('');
    await eventually(() => adapter.connections.count === BURST);
    for (let round = 1; round <= 3; round++) {
      sockets.forEach((socket) => socket.write(GET));
      await eventually(() => answers === BURST * round);
    }
    expect(waiting.most).toBeGreaterThanOrEqual(MAX_READ_AHEAD);
    expect(waiting.most).toBeLessThan(2 * MAX_READ_AHEAD);
  });

  it('on new connections is read piece by piece, and every request is answered', async () => {
    await connectAll(GET);
    await eventually(() => answers === BURST);
    expect(waiting.most).toBeLessThan(2 * MAX_READ_AHEAD);
  });

  it('does not hold up the request of another sender', async () => {
    await connectAll('');
    await eventually(() => adapter.connections.count === BURST);
    const { port } = server.address() as AddressInfo;
    const other = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
    sockets.push(other);
    await once(other, 'connect');
    sockets.forEach((socket) => socket.write(GET));
    await once(other, 'data');
    expect(answers).toBeLessThan(BURST / 2);
  });
});
