import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { StreamReadersService } from '../../src/stream/stream-readers.service.js';
import { PasswordHasher } from '../../src/users/passwords/password-hasher.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { EventStreamClient } from '../support/clients/event-stream-client.js';
import { describeWith } from '../support/process/programs.js';
import { StreamClient } from '../support/clients/stream-client.js';

let pdu: Pdu;
let admin: Client;
let bearer: Record<string, string>;
const open: EventStreamClient[] = [];
beforeAll(async () => {
  pdu = await aPdu();
  admin = await pdu.as('admin');
  const { body } = await admin.post(`/api/users/${admin.userId}/token`);
  bearer = { authorization: `Bearer ${body.accessToken}` };
});
afterEach(async () => {
  jest.restoreAllMocks();
  for (const stream of open.splice(0)) stream.leave();
  while (pdu.app.get(StreamReadersService).size > 0) await new Promise(setImmediate);
});
afterAll(() => pdu.stop());

async function reading(headers = bearer, query = ''): Promise<EventStreamClient> {
  const stream = await EventStreamClient.connect(pdu, headers, query);
  open.push(stream);
  return stream;
}

/** Runs one poll cycle; answers its message. */
async function afterTick(stream: EventStreamClient) {
  const seen = stream.messages.length;
  await pdu.seconds(1);
  return stream.next(seen);
}

describe('GET /api/stream', () => {
  it('sends the message of the WebSocket as an event, at once and then each second', async () => {
    const webSocket = await StreamClient.connect(pdu);
    webSocket.say({ cookie: admin.token });
    const stream = await reading();
    expect(await stream.next(0)).toEqual(await webSocket.next(0));
    await pdu.seconds(1);
    expect(await stream.next(1)).toEqual(await webSocket.next(1));
    expect(stream.otherLines).toEqual(['retry: 3000', 'event: state', 'event: state']);
    webSocket.leave();
  });

  it('is not cached or held up by anything on the way', async () => {
    const { response } = await reading();
    const headers = ['content-type', 'cache-control', 'x-accel-buffering', 'content-encoding'];
    expect([response.status, ...headers.map((name) => response.headers.get(name))]).toEqual([
      ...[200, 'text/event-stream', 'no-store', 'no', null],
    ]);
  });

  it('has a comment every 15 seconds', async () => {
    const stream = await reading();
    for (let second = 0; second < 31; second++) await afterTick(stream);
    expect(stream.otherLines.filter((line) => line.startsWith(':'))).toHaveLength(2);
  });

  it.each([
    ['outlets,inlets', ['inlets', 'outlets']],
    ['device', ['device', 'timeline']],
    [' RELAYoutputs , banks,banks', ['banks', 'relayOutputs']],
    [
      'relayOutputs,sensors,outlets,banks,inlets,device',
      ['device', 'timeline', 'inlets', 'banks', 'outlets', 'sensors', 'relayOutputs'],
    ],
  ])('sends only the parts %s when they are asked for', async (parts, members) => {
    const whole = await (await reading()).next(0);
    const some = await (await reading(bearer, `?parts=${encodeURIComponent(parts)}`)).next(0);
    expect(Object.keys(some)).toEqual(members);
    expect(whole).toMatchObject(some);
  });

  it.each(['outlets,events', ',', 'x'.repeat(200), '__proto__'])('refuses the parts "%s"', async (parts) => {
    const { status, body } = await admin.get(`/api/stream?parts=${parts}`);
    expect([status, body.message]).toEqual([422, expect.stringMatching(/\.$/)]);
  });

  it('contains only what the role may view, and follows changes of the role', async () => {
    const user = await pdu.as({ viewInletStats: true, viewOutlets: ['3-1200578'] });
    const stream = await reading(user.headers);
    const before = await stream.next(0);
    expect(before.inlets).toHaveLength(1);
    expect(before.outlets?.map(({ id }: { id: string }) => id)).toEqual(['3-1200578']);
    expect([before.banks, before.sensors, before.relayOutputs]).toEqual([[], [], []]);

    const roles = (await admin.get('/api/roles')).body as { id: number; permissions: object }[];
    const role = roles.at(-1);
    await admin.put(`/api/roles/${role?.id}`, {
      permissions: { ...role?.permissions, viewBankStats: true, viewOutlets: [] },
    });
    const after = await afterTick(stream);
    expect([after.banks?.length, after.outlets?.length]).toEqual([2, 0]);
  });

  it('ends with the session, within a second', async () => {
    const user = await pdu.as({ viewInletStats: true });
    const stream = await reading(user.headers);
    await stream.next(0);
    await user.post('/api/logout');
    await pdu.seconds(1);
    await stream.ended();
    expect(stream.messages).toHaveLength(1);
  });

  it('ends with the token, and with the account', async () => {
    const user = await pdu.as({ viewInletStats: true });
    const { body } = await admin.post(`/api/users/${user.userId}/token`);
    const byToken = await reading({ authorization: `Bearer ${body.accessToken}` });
    const bySession = await reading(user.headers);
    await Promise.all([byToken.next(0), bySession.next(0)]);
    await admin.delete(`/api/users/${user.userId}/token`);
    await pdu.seconds(1);
    await byToken.ended();
    await bySession.next(1);
    await admin.post(`/api/users/${user.userId}/disable`);
    await pdu.seconds(1);
    await bySession.ended();
  });

  it('is not for a page of another site', async () => {
    const foreign = { ...admin.headers, origin: 'http://elsewhere' };
    expect((await pdu.request('GET', '/api/stream', undefined, foreign)).body.code).toBe('FOREIGN_ORIGIN');
    const byFetch = { ...admin.headers, 'sec-fetch-site': 'cross-site' };
    expect((await pdu.request('GET', '/api/stream', undefined, byFetch)).status).toBe(403);
  });

  it('has the places of the stream: when they are taken it answers 503', async () => {
    jest.spyOn(pdu.app.get(StreamReadersService), 'enter').mockReturnValue(false);
    const { status, body } = await admin.get('/api/stream');
    expect([status, body.code]).toEqual([503, 'STREAMS_FULL']);
  });

  it('takes no place for a client that has gone while its password was checked', async () => {
    await admin.post('/api/conf', { webApiPasswordEnabled: true });
    const hasher = pdu.app.get(PasswordHasher);
    let end: (fits: boolean) => void = () => undefined;
    const checking = jest.spyOn(hasher, 'verify').mockReturnValue(new Promise((resolve) => (end = resolve)));
    const closed = new Promise((resolve) => {
      (pdu.app.getHttpServer() as Server).once('connection', (socket: Socket) => socket.once('close', resolve));
    });
    const { port, hostname } = new URL(pdu.url);
    const client = connect(Number(port), hostname);
    client.write(
      `GET /api/stream HTTP/1.1\r\nHost: pdu\r\nAuthorization: Basic ${btoa('admin:not known yet')}\r\n\r\n`,
    );
    while (checking.mock.calls.length === 0) await new Promise(setImmediate);
    client.destroy();
    await closed;
    const readers = pdu.app.get(StreamReadersService);
    const enter = jest.spyOn(readers, 'enter');
    end(true);
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
    await pdu.seconds(1);
    expect([enter.mock.calls.length, readers.size]).toEqual([0, 0]);
    await admin.post('/api/conf', { webApiPasswordEnabled: false });
  });

  it('leaves nothing on the connection of a client that is refused again and again', async () => {
    jest.spyOn(pdu.app.get(StreamReadersService), 'enter').mockReturnValue(false);
    const sockets: Socket[] = [];
    const server = pdu.app.getHttpServer() as Server;
    server.once('connection', (socket: Socket) => sockets.push(socket));
    const { port, hostname } = new URL(pdu.url);
    const client = connect(Number(port), hostname).setEncoding('utf8');
    let text = '';
    client.on('data', (chunk: string) => (text += chunk));
    const refusals = (): number => text.split('STREAMS_FULL').length - 1;
    const listeners: (number | undefined)[] = [];
    for (let attempt = 1; attempt <= 3; attempt++) {
      client.write(`GET /api/stream HTTP/1.1\r\nHost: pdu\r\nAuthorization: ${bearer['authorization']}\r\n\r\n`);
      while (refusals() < attempt) await new Promise(setImmediate);
      listeners.push(sockets[0]?.listenerCount('close'));
    }
    expect(listeners).toEqual(listeners.map(() => listeners[0]));
    client.destroy();
  });

  it('answers HEAD with its headers alone', async () => {
    const { status, headers } = await pdu.request('HEAD', '/api/stream', undefined, bearer);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  });

  it('skips messages for a reader that has stopped, keeps little for it, and cuts it off after 30 seconds', async () => {
    const sockets: Socket[] = [];
    (pdu.app.getHttpServer() as Server).on('connection', (socket: Socket) => sockets.push(socket));
    const stopped = connect(Number(new URL(pdu.url).port), '127.0.0.1').pause();
    stopped.on('error', () => undefined);
    stopped.write(`GET /api/stream HTTP/1.1\r\nHost: pdu\r\nAuthorization: ${bearer['authorization']}\r\n\r\n`);
    const readers = pdu.app.get(StreamReadersService);
    while (readers.size === 0) await new Promise(setImmediate);
    const quick = await reading();
    const unread = (): number => Math.max(...sockets.map(({ writableLength }) => writableLength));
    let most = 0;
    for (let second = 0; readers.size > 1 && second < 3000; second++) {
      await afterTick(quick);
      most = Math.max(most, unread());
    }
    expect(readers.size).toBe(1);
    expect(most).toBeGreaterThan(200 * 1024);
    expect(most).toBeLessThan(300 * 1024);
    stopped.destroy();
  }, 60_000);

  it('comes whole and in order after the answer that was asked for before it on its connection', async () => {
    const { port, hostname } = new URL(pdu.url);
    const socket = connect(Number(port), hostname).setEncoding('utf8');
    let text = '';
    socket.on('data', (chunk: string) => (text += chunk));
    const head = `Host: ${hostname}\r\nAuthorization: ${bearer['authorization']}\r\n`;
    const body = '{"state":"OFF"}';
    socket.write(
      `PUT /api/outlets/1 HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n` +
        `${body}GET /api/stream HTTP/1.1\r\n${head}\r\n`,
    );
    const events = (): string[] => Array.from(text.matchAll(/data: (.*)\n\n/g), ([, data = '']) => data);
    while (events().length < 1) await new Promise(setImmediate);
    await pdu.seconds(1);
    while (events().length < 2) await new Promise(setImmediate);
    expect(text).toMatch(
      /^HTTP\/1\.1 200 OK\r\n[^]*"state":"OFF"[^]*HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\nretry: 3000\n\nevent: state\ndata: /,
    );
    for (const data of events()) expect(JSON.parse(data)).toHaveProperty('outlets');
    socket.destroy();
    await admin.put('/api/outlets/1', { state: 'ON' });
  });

  it('that waits for the end of another one keeps little, ends after 30 seconds, and is gone with its client', async () => {
    const readers = pdu.app.get(StreamReadersService);
    const { port, hostname } = new URL(pdu.url);
    const request = `GET /api/stream HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: ${bearer['authorization']}\r\n\r\n`;
    const asked = async (): Promise<Socket> => {
      const socket = connect(Number(port), hostname, () => socket.write(request.repeat(3))).resume();
      while (readers.size < 3) await new Promise(setImmediate);
      return socket;
    };
    (await asked()).destroy();
    while (readers.size > 0) await new Promise(setImmediate);
    const closed = once(await asked(), 'close');
    await pdu.seconds(120);
    await closed;
    expect(readers.size).toBe(0);
  }, 60_000);

  it('is counted as a request of no duration, and its connection as a stream', async () => {
    const stream = await reading();
    await stream.next(0);
    await pdu.seconds(600);
    stream.leave();
    const { body } = await pdu.request('GET', '/metrics', undefined, bearer);
    const [, seconds] = /duration_seconds_sum\{[^}]*\/api\/stream"[^}]*\} (\S+)/.exec(String(body)) ?? [];
    expect(Number(seconds)).toBeLessThan(1);
    expect(String(body)).toMatch(/rackfeed_stream_readers [01]/);
  });
});

describeWith('curl', 'curl', () => {
  it('shows a message at once and another each second', async () => {
    const header = `Authorization: ${bearer['authorization']}`;
    const curl = spawn('curl', ['-N', '-s', '-H', header, `${pdu.url}/api/stream?parts=device,outlets`]);
    let shown = '';
    const events = async (count: number): Promise<number[]> => {
      const uptimes = (): number[] =>
        Array.from(shown.matchAll(/^data: \{"device":\{"uptime":(\d+)/gm), (m) => Number(m[1]));
      while (uptimes().length < count) await once(curl.stdout, 'data');
      return uptimes();
    };
    curl.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()));
    await events(1);
    await pdu.seconds(1);
    const [first = 0, second] = await events(2);
    expect(second).toBe(first + 1);
    curl.kill();
    await once(curl, 'close');
  });
});

describe('a controller that stops', () => {
  it('ends the streams of events', async () => {
    const other = await aPdu({ model: 'inlet-metered' });
    const client = await other.as('admin');
    const stream = await EventStreamClient.connect(other, client.headers);
    expect((await stream.next(0)).outlets).toEqual([]);
    await other.stop();
    await stream.ended();
  });
});
