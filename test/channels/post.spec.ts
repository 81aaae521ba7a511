import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { newSigningSecret } from '../../src/common/message-signature.js';
import type { Delivery } from '../../src/outbound/delivery.js';
import type { PostStats } from '../../src/actions/channels/post/post.message.js';
import type { EventOccurrence } from '../../src/actions/event-occurrence.js';
import { aChannelBench, unlimited, type ChannelBench } from '../support/modules/channel-bench.js';
import { anOccurrence } from '../support/fixtures/event-occurrence.js';
import { Authority } from '../support/servers/certificates.js';
import {
  answers,
  closes,
  drips,
  FaultyServer,
  floods,
  floodsRefusal,
  hangs,
  resets,
  speaksNonsense,
  type Fault,
} from '../support/servers/faulty-server.js';
import { freePort } from '../support/servers/free-port.js';
import { eventually, scaledTimeLimit } from '../support/time/time-limits.js';

const authority = new Authority();

describe('an HTTP post', () => {
  let bench: ChannelBench;
  const servers: { stop(): Promise<void> }[] = [];
  beforeAll(async () => {
    bench = await aChannelBench({ authority: authority.certificate });
  });
  afterAll(() => bench.stop());
  beforeEach(() => bench.set({ deviceName: 'Rack 7', allowLocalTargets: true }));
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop();
  });

  const post = (
    url: string,
    stats: PostStats = 'none',
    occurrence: EventOccurrence = anOccurrence(),
    signal = unlimited(),
  ): Promise<Delivery> => bench.post.send(url, stats, occurrence, signal);
  const faulty = async (...given: Parameters<typeof FaultyServer.start>): Promise<FaultyServer> => {
    const server = await FaultyServer.start(...given);
    servers.push(server);
    return server;
  };
  /** Sends it to a server that accepts it; answers the received request. */
  const sent = async (stats: PostStats = 'none', occurrence?: EventOccurrence, path = '') => {
    const server = await faulty(answers('200 OK'));
    expect(await post(`127.0.0.1:${server.port}${path}`, stats, occurrence)).toMatchObject({ delivered: true });
    const [head = '', body = ''] = (server.requests[0] ?? '').split('\r\n\r\n');
    return { head, body: JSON.parse(body) as Record<string, unknown> };
  };

  it('is signed while there is a secret to sign with, and else as it always was', async () => {
    const headersOf = (head: string): Record<string, string> =>
      Object.fromEntries(
        Array.from(head.matchAll(/^(webhook-[a-z]+): (.+)\r?$/gm), ([, name = '', value = '']) => [name, value.trim()]),
      );
    expect(headersOf((await sent()).head)).toEqual({});
    const secret = newSigningSecret();
    await bench.set({ postSigningSecret: secret });
    const { head, body } = await sent();
    await bench.set({ postSigningSecret: '' });
    const headers = headersOf(head);
    expect(headers['webhook-id']).toMatch(/^msg_[0-9a-f]{26}$/);
    const { now } = Date;
    Date.now = () => bench.pdu.clock.now(); // the clock of the receiver is that of the sender
    try {
      expect(new Webhook(secret).verify(JSON.stringify(body), headers)).toEqual(body);
    } finally {
      Date.now = now;
    }
  });

  it('has the product family’s members first and then its own', async () => {
    const { head, body } = await sent();
    expect(head).toMatch(/^POST \/ HTTP\/1\.1\r\n/);
    expect(head).toMatch(/^content-type: application\/json$/im);
    expect(body).toEqual({
      eventCode: 31,
      eventName: 'Bank 1 overloaded',
      enclosureSerialNumber: bench.pdu.model.profile.enclosureSerialNumber,
      valueExceedingThreshold: 17.25,
      eventId: 7,
      deviceName: 'Rack 7',
      time: '2026-03-02T08:00:03.000Z',
      object: 'Bank 1',
      objectKind: 'bank',
      objectId: '1200578',
      label: 'Current',
      unit: 'A',
      limit: 16,
      heldSeconds: 3,
    });
  });

  it('has the name of the object as a member of its own', async () => {
    const { body } = await sent('none', anOccurrence({ objectName: 'Storage' }));
    expect(body).toMatchObject({ object: 'Bank 1', objectName: 'Storage' });
  });

  it('omits members that an event does not have', async () => {
    const { eventId, code, params, at, object, objectKind, objectId, actionIds, depth } = anOccurrence();
    const { body } = await sent('none', {
      ...{ eventId, code, params, at, object, objectKind, objectId, actionIds, depth },
      eventName: 'Every day',
    });
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['valueExceedingThreshold']));
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['limit']));
  });

  it.each([
    ['inlets', '/api/inlets'],
    ['sensors', '/api/sensors'],
    ['outlets', '/api/outlets'],
    ['circuits', '/api/banks'],
  ] as const)('carries the %s as %s answers them', async (stats, path) => {
    const { body } = await sent(stats);
    const admin = await bench.pdu.as('admin');
    expect(body[stats]).toEqual((await admin.get(path)).body);
    expect(Object.keys(body).filter((key) => ['inlets', 'sensors', 'outlets', 'circuits'].includes(key))).toEqual([
      stats,
    ]);
  });

  it('uses the configured path and query', async () => {
    const { head } = await sent('none', undefined, '/hook/a%20b?token=x%26y#not-sent');
    expect(head).toMatch(/^POST \/hook\/a%20b\?token=x%26y HTTP\/1\.1\r\n/);
  });

  it('has the same key when it is sent again, and another key for another occurrence', async () => {
    const keyOf = async (occurrence: EventOccurrence) =>
      /^idempotency-key: ([0-9a-f]{32})$/im.exec((await sent('none', occurrence)).head)?.[1];
    const server = await faulty(answers('503 Service Unavailable'));
    await post(`127.0.0.1:${server.port}`);
    await post(`127.0.0.1:${server.port}`);
    const [first, again] = server.requests.map((request) => /^idempotency-key: (.+)$/im.exec(request)?.[1]);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(again).toBe(first);
    expect(await keyOf(anOccurrence({ at: 1 }))).not.toBe(await keyOf(anOccurrence({ at: 2 })));
  });

  it('is shown in a dry run as it would be sent', async () => {
    const { body } = await sent();
    expect(JSON.parse(JSON.stringify(bench.post.preview('none', anOccurrence())))).toEqual(body);
  });

  describe('over https', () => {
    const port = async (names: string[], by = authority) =>
      (await faulty(answers('200 OK'), { credentials: by.server(...names) })).port;

    it('is sent to a server with a certificate for its name, or for its address', async () => {
      expect(await post(`https://hook.localhost:${await port(['hook.localhost'])}/`)).toMatchObject({
        delivered: true,
      });
      expect(await post(`https://127.0.0.1:${await port(['127.0.0.1'])}/`)).toMatchObject({ delivered: true });
    });

    it.each([
      ['of another host', ['other.example'], authority],
      ['of an authority that nobody knows', ['hook.localhost'], new Authority()],
    ])('is not sent to one with a certificate %s', async (_, names, by) => {
      const server = await faulty(answers('200 OK'), { credentials: by.server(...names) });
      expect(await post(`https://hook.localhost:${server.port}/`)).toMatchObject({ delivered: false });
      expect(server.requests.join('')).toBe('');
    });
  });

  it.each([
    ['200 OK', { delivered: true }],
    ['204 No Content', { delivered: true }],
    ['301 Moved Permanently', { delivered: false, retry: false }],
    ['400 Bad Request', { delivered: false, retry: false }],
    ['404 Not Found', { delivered: false, retry: false }],
    ['408 Request Timeout', { delivered: false, retry: true }],
    ['429 Too Many Requests', { delivered: false, retry: true }],
    ['500 Internal Server Error', { delivered: false, retry: true }],
    ['503 Service Unavailable', { delivered: false, retry: true }],
  ])('treats %s as %o', async (status, outcome) => {
    const { port } = await faulty(answers(status));
    expect(await post(`http://127.0.0.1:${port}`)).toMatchObject(outcome);
  });

  it('follows no redirect', async () => {
    const other = await faulty(answers('200 OK'));
    const { port } = await faulty(
      answers('307 Temporary Redirect', '', `Location: http://127.0.0.1:${other.port}/\r\n`),
    );
    expect(await post(`http://127.0.0.1:${port}`)).toMatchObject({ delivered: false, retry: false });
    expect(other.connections).toBe(0);
  });

  it.each<[string, Fault, object]>([
    ['resets the connection', resets, { delivered: false, retry: true }],
    ['closes the connection', closes, { delivered: false, retry: true }],
    ['speaks another protocol', speaksNonsense, { delivered: false, retry: true }],
    ['answers 200 and never ends', floods, { delivered: true }],
    ['refuses and never ends', floodsRefusal, { delivered: false, retry: false }],
  ])('ends at once when the server %s', async (_, fault, outcome) => {
    const server = await faulty(fault);
    const began = performance.now();
    expect(await post(`http://127.0.0.1:${server.port}`)).toMatchObject(outcome);
    expect(performance.now() - began).toBeLessThan(scaledTimeLimit(3000));
    expect(server.connections).toBe(1);
  });

  it('ends with the time limit when the server hangs or is slow, and leaves no connection open', async () => {
    const [hanging, dripping] = [await faulty(hangs), await faulty(drips)];
    const limit = new AbortController();
    const posting = [hanging, dripping].map(({ port }) =>
      post(`127.0.0.1:${port}`, 'none', anOccurrence(), limit.signal),
    );
    await eventually(() => hanging.requests.length + dripping.requests.length === 2);
    limit.abort(new Error('no answer within 10 s'));
    const outcome = { delivered: false, retry: true, reason: expect.stringContaining('no answer within 10 s') };
    expect(await Promise.all(posting)).toEqual([outcome, outcome]);
    expect([hanging.connections, dripping.connections]).toEqual([1, 1]);
    await eventually(() => hanging.open + dripping.open === 0);
  });

  it('reports that nothing listens', async () => {
    expect(await post(`127.0.0.1:${await freePort()}`)).toEqual({
      delivered: false,
      retry: true,
      reason: expect.stringContaining('nothing listens'),
    });
  });

  describe('is never sent', () => {
    const own = () => new URL(bench.pdu.url).port;

    it.each([
      ['to the controller itself', () => `http://127.0.0.1:${own()}/api/outlets/1`],
      ['to the controller itself by name', () => `http://localhost:${own()}/`],
      ['to the controller itself by any of its addresses', () => `http://${interfaceAddress()}:${own()}/`],
      ['to the controller itself in disguise', () => `http://[::ffff:127.0.0.1]:${own()}/`],
      ['to the controller itself in hexadecimal', () => `http://0x7f000001:${own()}/`],
      ['to the address of cloud metadata', () => 'http://169.254.169.254/latest/meta-data/'],
      ['to everybody', () => 'http://255.255.255.255/'],
      ['to nobody', () => 'http://0.0.0.0:9/'],
      ['to a group', () => 'http://[ff02::1]/'],
      ['to a port of another protocol', () => 'http://127.0.0.1:25/'],
      ['with a user name', () => 'http://user:secret@127.0.0.1/'],
      ['over another protocol', () => 'ftp://127.0.0.1/'],
      ['to a file', () => 'file:///etc/passwd'],
      ['to nothing', () => ''],
      ['to a URL of more than 2,048 characters', () => `http://127.0.0.1/${'x'.repeat(2048)}`],
    ])('%s', async (_, url) => {
      const outcome = await post(url());
      expect(outcome).toMatchObject({ delivered: false, retry: false });
      expect(JSON.stringify(outcome)).not.toContain('secret');
    });

    it.each([
      ['sshEnabled', 'sshPort'],
      ['nutEnabled', 'nutPort'],
      ['modbusEnabled', 'modbusPort'],
    ] as const)('to another port that the controller listens on (%s)', async (enabled, port) => {
      const server = await faulty(answers('200 OK'));
      await bench.set({ [enabled]: true, [port]: server.port });
      expect(await post(`http://127.0.0.1:${server.port}/`)).toMatchObject({
        delivered: false,
        retry: false,
        reason: expect.stringContaining('a socket of Rackfeed itself'),
      });
      expect(server.connections).toBe(0);
      await bench.set({ [enabled]: false });
    });

    it('to the loopback where local targets are not allowed', async () => {
      const server = await faulty(answers('200 OK'));
      await bench.set({ allowLocalTargets: false });
      expect(await post(`http://127.0.0.1:${server.port}/`)).toMatchObject({ delivered: false, retry: false });
      expect(await post(`http://localhost:${server.port}/`)).toMatchObject({ delivered: false, retry: false });
      expect(server.connections).toBe(0);
    });
  });

  it('reaches a real HTTP server twice over two connections', async () => {
    const bodies: string[] = [];
    const server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        bodies.push(text);
        response.end('thank you');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    servers.push({ stop: () => new Promise((resolve) => server.close(() => resolve())) });
    const { port } = server.address() as AddressInfo;
    await post(`127.0.0.1:${port}`);
    await post(`127.0.0.1:${port}`, 'circuits');
    expect(bodies).toHaveLength(2);
  });
});

function interfaceAddress(): string {
  const found = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return found.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.2';
}
