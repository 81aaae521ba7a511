import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { plainRequest } from '../support/clients/plain-request.js';
import { StreamClient, type StreamMessage } from '../support/clients/stream-client.js';

let pdu: Pdu;
let admin: Client;
beforeAll(async () => {
  pdu = await aPdu();
  admin = await pdu.as('admin');
});
afterAll(() => pdu.stop());

/** Signs in on the stream and waits for the first snapshot. */
async function reading(client: Client): Promise<StreamClient> {
  const stream = await StreamClient.connect(pdu);
  stream.say({ cookie: client.token });
  await stream.next(0);
  return stream;
}

/** Runs one poll cycle; answers its message. */
async function afterTick(stream: StreamClient): Promise<StreamMessage> {
  const seen = stream.messages.length;
  await pdu.seconds(1);
  return stream.next(seen);
}

/** Runs one poll cycle; answers the code with which it closes the stream. */
async function closedByTick(stream: StreamClient): Promise<number> {
  await pdu.seconds(1);
  return stream.closed();
}

describe('a live stream', () => {
  it('sends the state of the API at once, and then each second', async () => {
    const stream = await StreamClient.connect(pdu);
    stream.say({ cookie: admin.token });
    const first = await stream.next(0);
    for (const list of ['inlets', 'banks', 'outlets', 'sensors', 'relayOutputs'] as const) {
      expect(first[list]).toEqual((await admin.get(`/api/${list}`)).body);
    }
    expect(first.device).toEqual({ uptime: pdu.clock.uptime() / 1000, time: new Date(pdu.clock.now()).toISOString() });
    expect((await afterTick(stream)).device.uptime).toBe(first.device.uptime + 1);
    stream.leave();
  });

  it.each([
    ['SPID=<token>', () => ({ cookie: `SPID=${admin.token}` })],
    ['a whole cookie string', () => ({ cookie: `a=b; SPID=${admin.token}; c=d` })],
  ])('accepts %s', async (_, message) => {
    const stream = await StreamClient.connect(pdu);
    stream.say(message());
    expect((await stream.next(0)).outlets).toHaveLength(16);
    stream.leave();
  });

  it('accepts a personal access token', async () => {
    const { body } = await admin.post(`/api/users/${admin.userId}/token`);
    const stream = await StreamClient.connect(pdu);
    stream.say({ token: body.accessToken });
    expect((await stream.next(0)).outlets).toHaveLength(16);
    await admin.delete(`/api/users/${admin.userId}/token`);
    expect(await closedByTick(stream)).toBe(4401);
  });

  it('accepts the cookie of the upgrade from our own page', async () => {
    const stream = await StreamClient.connect(pdu, { cookie: `SPID=${admin.token}`, origin: pdu.url });
    stream.say({ cookie: '' });
    expect((await stream.next(0)).banks).toHaveLength(2);
    stream.leave();
  });

  it("refuses another site's page with 4403", async () => {
    const stream = await StreamClient.connect(pdu, { cookie: `SPID=${admin.token}`, origin: 'http://elsewhere' });
    expect(await stream.closed()).toBe(4403);
    expect(stream.messages).toEqual([]);
  });

  it.each([
    ['a wrong session', { cookie: 'x'.repeat(43) }],
    ['an empty cookie without one in the upgrade', { cookie: '' }],
    ['something else', 'hello'],
    ['a broken object', '{"cookie":'],
  ])('refuses %s with 4401', async (_, message) => {
    const stream = await StreamClient.connect(pdu);
    stream.say(message);
    expect(await stream.closed()).toBe(4401);
    expect(stream.messages).toEqual([]);
  });

  it('refuses a message over 4 KiB with 1009', async () => {
    const stream = await StreamClient.connect(pdu);
    stream.say({ cookie: 'x'.repeat(4096) });
    expect(await stream.closed()).toBe(1009);
  });

  it('closes with 4401 after ten seconds without a credential', async () => {
    const stream = await StreamClient.connect(pdu);
    await pdu.seconds(10);
    expect(await stream.closed()).toBe(4401);
  });

  it('ends with the session', async () => {
    const user = await pdu.as({ viewInletStats: true });
    const stream = await reading(user);
    await user.post('/api/logout');
    expect(await closedByTick(stream)).toBe(4401);
  });

  it('contains only what the role may view, and follows changes of the role', async () => {
    const user = await pdu.as({ viewInletStats: true, viewOutlets: ['3-1200578'] });
    const stream = await reading(user);
    const before = stream.messages[0];
    expect(before?.inlets).toHaveLength(1);
    expect(before?.outlets.map(({ id }: { id: string }) => id)).toEqual(['3-1200578']);
    expect([before?.banks, before?.sensors, before?.relayOutputs]).toEqual([[], [], []]);

    const roles = (await admin.get('/api/roles')).body as { id: number; name: string; permissions: object }[];
    const role = roles.at(-1);
    await admin.put(`/api/roles/${role?.id}`, {
      permissions: { ...role?.permissions, viewBankStats: true, viewOutlets: [] },
    });
    const after = await afterTick(stream);
    expect([after.banks.length, after.outlets.length]).toEqual([2, 0]);
    stream.leave();
  });

  it('has a new name in the next message', async () => {
    const stream = await reading(admin);
    await admin.put('/api/banks/1200578', { bankName: 'Left' });
    expect((await afterTick(stream)).banks[0]).toMatchObject({ bankName: 'Left' });
    stream.leave();
  });

  it('survives malformed frames and upgrades without a credential', async () => {
    const port = Number(new URL(pdu.url).port);
    const upgrade =
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
    const requests = [
      `GET /ws HTTP/1.1\r\nHost: pdu\r\n${upgrade}\r\n\xff\xff\xff\xff`,
      `GET /ws HTTP/1.1\r\nHost: [\r\n${upgrade}\r\n`,
    ];
    await Promise.all(
      requests.map(
        (request) =>
          new Promise<void>((resolve) => {
            const socket = connect(port, '127.0.0.1', () => socket.write(request, 'latin1'));
            socket.on('data', () => undefined);
            socket.on('error', () => undefined);
            socket.on('close', () => resolve());
          }),
      ),
    );
    expect((await admin.get('/api/inlets')).status).toBe(200);
  });

  it.each([
    ['/elsewhere', 'websocket', 404],
    ['/ws/', 'websocket', 404],
    ['/ws', 'h2c', 404],
    ['/api/inlets', 'h2c', 200],
    ['/api/inlets', 'websocket', 200],
  ])(
    'is only a WebSocket at /ws: a request for %s that offers %s is answered with %i',
    async (path, upgrade, status) => {
      const headers = { cookie: `SPID=${admin.token}`, connection: 'Upgrade, HTTP2-Settings', upgrade };
      expect((await plainRequest(pdu, 'GET', path, headers)).status).toBe(status);
    },
  );

  it('does not prolong a session', async () => {
    const user = await pdu.as({ viewInletStats: true });
    const stream = await reading(user);
    pdu.clock.advance(31 * 60_000);
    expect(await closedByTick(stream)).toBe(4401);
  });
});

describe('a model without outlets', () => {
  let other: Pdu;
  beforeAll(async () => {
    other = await aPdu({ model: 'inlet-metered' });
  });
  afterAll(() => other.stop());

  it('streams empty lists instead, and closes the stream properly when it stops', async () => {
    const client = await other.as('admin');
    const stream = await StreamClient.connect(other);
    stream.say({ cookie: client.token });
    const { outlets, relayOutputs, inlets } = await stream.next(0);
    expect([outlets, relayOutputs, inlets.length]).toEqual([[], [], 1]);
    await other.stop();
    expect(await stream.closed()).toBe(1001);
  });
});
