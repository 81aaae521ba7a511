/** Senders without a credential can hold only part of the connections: everybody else is still served. */
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { HttpAdapterHost } from '@nestjs/core';
import type { RackfeedExpressAdapter } from '../../src/http/rackfeed-express.adapter.js';
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
