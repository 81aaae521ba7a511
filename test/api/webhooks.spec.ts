import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AuditLogService } from '../../src/audit/audit-log.service.js';
import { Db } from '../../src/database/db.js';
import { OutboxMessageEntity } from '../../src/outbox/outbox.entity.js';
import { WebhookDeliveriesService } from '../../src/webhooks/delivery/webhook-deliveries.service.js';
import { waitAfter as waitOf } from '../../src/webhooks/delivery/retry-schedule.js';
import { WebhookStore } from '../../src/webhooks/webhook.store.js';
import { TYPE_NAMES } from '../../src/webhooks/webhook-types.js';
import { ADMIN_PASSWORD, aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { removeFolder, temporaryFolder } from '../support/process/controller-process.js';
import { answering, verify, WebhookReceiver } from '../support/servers/webhook-receiver.js';
import { VirtualClock } from '../support/time/virtual-clock.js';

const OUTLET = '1-1200578';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let pdu: Pdu;
let admin: Client;
let receiver: WebhookReceiver;
beforeEach(async () => {
  [pdu, receiver] = [await aPdu(), await WebhookReceiver.start()];
  const session = await pdu.as('admin');
  const { body } = await session.post(`/api/users/${session.userId}/token`);
  admin = pdu.with({ authorization: `Bearer ${body.accessToken}` }); // it does not end when days pass
  deliveries().random = () => 0.5;
});
afterEach(async () => {
  await pdu.stop();
  await receiver.stop();
});

const deliveries = (of = pdu): WebhookDeliveriesService => of.app.get(WebhookDeliveriesService, { strict: false });

/** Runs poll cycles, and waits for the attempts that they began. */
async function seconds(count: number, of = pdu): Promise<void> {
  for (let second = 0; second < count; second++) {
    await of.seconds(1);
    await deliveries(of).idle();
    await of.app.get(Db).idle();
  }
}

/** Lets a long time pass in one step. */
async function later(time: number): Promise<void> {
  pdu.clock.advance(time);
  await seconds(1);
}

async function aWebhook(types: readonly string[] = ['*'], client = admin, url = receiver.url) {
  const { status, body } = await client.post('/api/webhooks', { name: 'Hook', url, types });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body as { id: number; secret: string };
}

/** The wait after so many failed attempts, and a second. */
const waitAfter = (attempts: number): number => (waitOf(attempts, 0.5) ?? 0) + 1000;

const stored = () => pdu.app.get(Db).all(OutboxMessageEntity);
const view = async (id: number) => (await admin.get(`/api/webhooks/${id}`)).body;
const switchOff = async (outlet = OUTLET) => admin.put(`/api/outlets/${outlet}`, { state: 'OFF' });

describe('a webhook', () => {
  it('is made with a secret that is shown once', async () => {
    const { id, secret } = await aWebhook(['outlet.*']);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const shown = await view(id);
    expect(shown).toEqual({
      ...{ id, name: 'Hook', url: receiver.url, types: ['outlet.*'], enabled: true },
      ...{ state: 'working', own: true, waiting: 0 },
    });
    expect((await admin.get('/api/webhooks')).body).toEqual([shown]);
  });

  it.each([
    ['no name', { name: '' }],
    ['no type', { types: [] }],
    ['an unknown type', { types: ['outlet.exploded'] }],
    ['the type of a test', { types: ['test'] }],
    ['a type twice', { types: ['*', '*'] }],
    ['a URL of another kind', { url: 'ftp://a/b' }],
    ['a URL with a password', { url: 'http://a:b@c/' }],
    ['a URL with dashes', { url: 'http://c/--------' }],
    ['a URL of a port that is not for HTTP', { url: 'http://c:25/' }],
  ])('is refused with %s', async (_, wrong) => {
    const { status, body } = await admin.post('/api/webhooks', {
      name: 'Hook',
      url: receiver.url,
      types: ['*'],
      ...wrong,
    });
    expect([status, body.code, (await admin.get('/api/webhooks')).body]).toEqual([422, 'VALIDATION_FAILED', []]);
  });

  it.each([
    [['outlet.*', 'outlet.exploded'], ' at least one; "outlet.exploded" is none of them.'],
    [['event.exploded\n'.padEnd(300, 'x')], ` at least one; "${'event.exploded '.padEnd(60, 'x')}" is none of them.`],
    [[], ' at least one.'],
    [['*', '*'], ' at least one.'],
  ])('with the types %j says where the known ones are', async (types, end) => {
    const { body } = await admin.post('/api/webhooks', { name: 'Hook', url: receiver.url, types });
    const says = 'types must be a list of different types of GET /api/webhook-types,';
    expect(body.details).toEqual([{ field: 'types', message: says + end }]);
  });

  it('is one of at most 20', async () => {
    for (let count = 0; count < 20; count++) await aWebhook(['breaker.*']);
    const { status, body } = await admin.post('/api/webhooks', { name: 'More', url: receiver.url, types: ['*'] });
    expect([status, body.code]).toEqual([422, 'LIST_FULL']);
  });

  it('can be changed, hides secrets in its address, and is deleted', async () => {
    const url = `${receiver.url}/T0123456789ABCDEF?key=hidden`;
    const { id } = await aWebhook(['*'], admin, url);
    const masked = `${receiver.url}/--------?key=--------`;
    expect((await view(id)).url).toBe(masked);
    const { body } = await admin.put(`/api/webhooks/${id}`, { name: 'Other', url: masked });
    expect([body.name, body.url]).toEqual(['Other', masked]);
    await switchOff();
    await seconds(1);
    expect(receiver.of('outlet.switched')).toHaveLength(1);
    expect(JSON.stringify((await admin.get('/api/log?limit=500')).body)).not.toContain('T0123456789ABCDEF');
    await admin.delete(`/api/webhooks/${id}`);
    expect((await admin.get(`/api/webhooks/${id}`)).body.code).toBe('WEBHOOK_UNKNOWN');
  });
});

describe('a message', () => {
  it('is signed, says what has happened, and carries the headers of the specification', async () => {
    const { secret } = await aWebhook(['outlet.switched']);
    await switchOff();
    await seconds(1);
    const [message] = receiver.received;
    expect(receiver.received).toHaveLength(1);
    if (!message) return;
    verify(message, secret, pdu.clock.now());
    expect(() => verify({ ...message, text: `${message.text} ` }, secret, pdu.clock.now())).toThrow();
    expect(() => verify(message, secret, pdu.clock.now() + 10 * MINUTE)).toThrow();
    expect(message.id).toMatch(/^msg_[0-9A-Za-z]{26}$/);
    expect(message.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^Rackfeed\//),
      'x-pdu-hop': '5',
    });
    expect(message.body).toEqual({
      type: 'outlet.switched',
      timestamp: expect.stringMatching(/^2026-.*Z$/),
      data: {
        ...{ id: OUTLET, index: 1, name: 'Outlet 1', state: 'OFF', before: 'ON' },
        ...{ cause: { via: 'token', who: 'admin' }, time: message.body.timestamp },
      },
    });
  });

  it('is sent for every type that the simulator can bring about', async () => {
    const { secret } = await aWebhook();
    const simulate = (change: object) => admin.patch('/api/simulator', change);
    await admin.post('/api/events', { name: 'Full', code: 45, params: [OUTLET, '0.5', '0'], actions: [] });
    await simulate({ outlets: { [OUTLET]: { loadAmps: 1 } } });
    await seconds(3);
    await simulate({ outlets: { [OUTLET]: { loadAmps: 0 } } });
    await seconds(2);
    await admin.put(`/api/outlets/${OUTLET}`, { state: 'REBOOT' });
    await seconds(8);
    await simulate({ outlets: { '2-1200578': { relayStuck: true } } });
    await admin.put('/api/outlets/2', { state: 'OFF' });
    await simulate({ banks: { '1200579': { breakerClosed: false } }, sensors: { A: { connected: false } } });
    await seconds(2);
    await simulate({ banks: { '1200579': { breakerClosed: true } }, sensors: { A: { connected: true } } });
    await simulate({ inlets: { 'I1-1000036': { powered: false } } });
    await seconds(3);
    await simulate({ inlets: { 'I1-1000036': { powered: true } } });
    await seconds(3);
    await simulate({ bus: { failing: true } });
    await seconds(20);
    await simulate({ bus: { failing: false } });
    await seconds(120);
    await pdu.request('POST', '/api/login', { username: 'nobody', password: 'wrong' });
    await pdu.as({ viewInletStats: true });
    for (let count = 0; count < 5; count++) {
      await pdu.request('POST', '/api/login', { username: 'user-1', password: 'wrong' });
    }
    await seconds(70);
    for (const message of receiver.received)
      verify(message, secret, Number(message.headers['webhook-timestamp']) * 1000);
    const ELSEWHERE = [
      'firmware.staged',
      'firmware.installed',
      'firmware.rolledBack',
      'controller.started',
      'inlet.transferred',
    ];
    const seen = new Set(receiver.types);
    expect(TYPE_NAMES.filter((type) => !seen.has(type))).toEqual(TYPE_NAMES.filter((type) => ELSEWHERE.includes(type)));
    expect(receiver.of('event.triggered')[0]?.body.data).toMatchObject({
      ...{
        eventId: 1,
        code: 45,
        name: 'Full',
        object: `outlet ${OUTLET}`,
        objectName: 'Outlet 1',
        value: expect.any(Number),
        limit: 0.5,
        unit: 'A',
      },
    });
    expect(receiver.of('event.ended')[0]?.body.data).toMatchObject({
      eventId: 1,
      name: 'Full',
      objectName: 'Outlet 1',
    });
    expect(receiver.of('outlet.failed')[0]?.body.data).toMatchObject({
      id: '2-1200578',
      asked: 'OFF',
      code: 'RELAY_FAULT',
    });
    expect(receiver.of('outlet.rebootStarted')[0]?.body.data).toEqual({ id: OUTLET, name: 'Outlet 1', offSeconds: 5 });
    expect(receiver.of('breaker.opened')[0]?.body.data).toEqual({ id: '1200579', name: 'Bank 2' });
    expect(receiver.of('user.locked')[0]?.body.data).toMatchObject({ name: 'user-1' });
  }, 120_000);

  it('is not repeated once it is accepted, and nothing is written for it', async () => {
    await aWebhook(['outlet.switched']);
    await switchOff();
    await seconds(10);
    expect([receiver.received.length, await stored()]).toEqual([1, []]);
  });

  it('that fails twice has one id, one body, three attempts and three times', async () => {
    const { id, secret } = await aWebhook(['outlet.switched']);
    receiver.answers.push(answering(500), answering(500));
    await switchOff();
    await seconds(2);
    expect((await view(id)).state).toBe('failing');
    expect(await stored()).toHaveLength(1);
    await seconds(6);
    await later(6 * MINUTE);
    expect(receiver.received).toHaveLength(3);
    expect(new Set(receiver.received.map((each) => each.id)).size).toBe(1);
    expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(3);
    for (const each of receiver.received) verify(each, secret, Number(each.headers['webhook-timestamp']) * 1000);
    await seconds(1);
    expect([(await view(id)).state, await stored()]).toEqual(['working', []]);
    expect((await admin.get(`/api/webhooks/${id}/deliveries`)).body).toMatchObject([
      { type: 'outlet.switched', state: 'delivered', attempts: 3, status: 204 },
    ]);
  });

  it('is given up after the tenth attempt', async () => {
    const { id } = await aWebhook(['outlet.switched', 'breaker.*']);
    const state = async (): Promise<string[]> =>
      ((await admin.get(`/api/webhooks/${id}/deliveries`)).body as { state: string }[]).map((each) => each.state);
    receiver.always = answering(500);
    await switchOff();
    await seconds(1);
    for (let attempt = 2; attempt <= 9; attempt++) await later(waitAfter(attempt - 1));
    expect([receiver.received.length, await state()]).toEqual([9, ['waiting']]);
    await later(waitAfter(9));
    await seconds(1);
    expect([receiver.received.length, await state(), await stored()]).toEqual([10, ['dropped'], []]);
  });

  it('waits as long as the receiver asks for, and others wait with it', async () => {
    await aWebhook(['outlet.switched']);
    receiver.answers.push(answering(503, { 'retry-after': '120' }));
    await switchOff();
    await seconds(1);
    await switchOff('2-1200578');
    await seconds(20);
    expect(receiver.received).toHaveLength(1);
    await later(110_000);
    await seconds(2);
    expect(receiver.received).toHaveLength(3);
  });

  it('is not sent again to a receiver that is gone', async () => {
    const { id } = await aWebhook(['outlet.switched']);
    receiver.answers.push(answering(410));
    await switchOff();
    await seconds(2);
    expect(await view(id)).toMatchObject({ enabled: false, state: 'gone', waiting: 0 });
    await switchOff('2-1200578');
    await seconds(10);
    expect(receiver.received).toHaveLength(1);
    const { entries } = (await admin.get('/api/log?kind=webhook.')).body;
    expect(entries.map(({ kind }: { kind: string }) => kind)).toContain('webhook.switchOff');
  });

  it('that no answer comes to is given up after ten seconds, and the next may follow', async () => {
    const { id } = await aWebhook(['outlet.switched']);
    receiver.answers.push(() => undefined);
    await switchOff();
    await pdu.seconds(1);
    await receiver.count(1);
    for (let second = 0; second < 11; second++) await pdu.seconds(1);
    await deliveries().idle();
    expect((await admin.get(`/api/webhooks/${id}/deliveries`)).body).toMatchObject([
      { state: 'waiting', attempts: 1, detail: expect.stringContaining('10 s') },
    ]);
    await seconds(8);
    expect(receiver.received).toHaveLength(2);
  });
});

describe('a type that the simulator cannot bring about', () => {
  it.each([
    ['firmware.staged', 'firmware.install'],
    ['firmware.installed', 'firmware.selfTest'],
    ['firmware.rolledBack', 'firmware.rollBack'],
  ])('%s is sent when the log has %s', async (type, kind) => {
    const { secret } = await aWebhook(['firmware.*']);
    const cause = { kind: 'system', who: 'firmware' } as const;
    await pdu.app.get(AuditLogService).record({ kind, object: 'firmware', cause, after: { version: '9.0.0' } });
    await seconds(1);
    expect(receiver.types).toEqual([type]);
    expect(receiver.received[0]?.body.data).toEqual({ version: '9.0.0', who: 'firmware' });
    verify(receiver.received[0] as never, secret, pdu.clock.now());
  });

  it('inlet.transferred is sent by a PDU with a transfer switch', async () => {
    const ats = await aPdu({ model: 'ats-8' });
    const session = await ats.as('admin');
    const { secret } = await aWebhook(['inlet.*'], session);
    const active = async (): Promise<string | undefined> => {
      const inlets = (await session.get('/api/inlets')).body as { id: string; atsInletActive: boolean }[];
      return inlets.find(({ atsInletActive }) => atsInletActive)?.id;
    };
    const before = (await active()) ?? '';
    await session.patch('/api/simulator', { inlets: { [before]: { powered: false } } });
    await seconds(5, ats);
    expect(await active()).not.toBe(before);
    const [message] = receiver.of('inlet.transferred');
    expect(message?.body.data).toMatchObject({ id: await active() });
    verify(message as never, secret, ats.clock.now());
    await ats.stop();
  });
});

describe('a receiver that accepts nothing', () => {
  it('for five days is given up, and the health says so', async () => {
    const { id } = await aWebhook(['outlet.switched']);
    receiver.always = answering(500);
    await switchOff();
    await seconds(1);
    for (let day = 0; day < 4; day++) await later(DAY);
    expect((await view(id)).state).toBe('failing');
    for (let day = 0; day < 3; day++) {
      await later(DAY);
      await admin.put('/api/outlets/3', { state: day % 2 === 0 ? 'OFF' : 'ON' });
      await seconds(2);
    }
    expect(await view(id)).toMatchObject({ enabled: false, state: 'givenUp' });
    const health = (await admin.get('/health')).body;
    expect(health.status).toBe('degraded');
    expect(health.checks).toContainEqual({ name: 'webhooks', status: 'warn' });
    await admin.put(`/api/webhooks/${id}`, { enabled: true });
    expect(await view(id)).toMatchObject({ enabled: true, state: 'working' });
  });

  it('is not given up because the clock is set after its first failure', async () => {
    const { id } = await aWebhook(['outlet.switched']);
    receiver.always = answering(500);
    const right = pdu.clock.now();
    pdu.clock.setWall(Date.parse('1970-01-01T00:01:00Z'));
    await switchOff();
    await seconds(1);
    expect((await view(id)).failingSince).toMatch(/^1970-/);
    pdu.clock.setWall(right);
    await later(10_000);
    expect(await view(id)).toMatchObject({
      enabled: true,
      state: 'failing',
      failingSince: expect.stringMatching(/^2026-/),
    });
  });

  it('and 5,000 messages take at most a megabyte and a thousand places; the oldest leave', async () => {
    const { id } = await aWebhook(['outlet.switched']);
    await receiver.stop();
    const facts = Array.from({ length: 5000 }, (_, number) => ({
      ...({ type: 'outlet.switched', at: pdu.clock.now(), needs: [] } as const),
      data: () => ({ number }),
    }));
    for (const fact of facts) deliveries().emit(fact);
    await seconds(2);
    const waiting = deliveries().waiting(id);
    expect(waiting).toHaveLength(1000);
    expect(waiting.at(-1)?.body).toContain('4999');
    expect(await stored()).toHaveLength(1000);
    receiver = await WebhookReceiver.start();
  }, 60_000);
});

describe('a database that cannot be written', () => {
  it('makes no attempt come at once after one that has failed', async () => {
    const { id } = await aWebhook(['outlet.switched']);
    receiver.always = answering(500);
    const store = pdu.app.get(WebhookStore, { strict: false });
    const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const write = jest.spyOn(store, 'setFailingSince').mockRejectedValue(new Error('disk I/O error'));
    await switchOff();
    await seconds(3);
    expect([receiver.received.length, write.mock.calls.length]).toEqual([1, 1]);
    await seconds(4);
    expect(receiver.received).toHaveLength(2);
    expect((await admin.get(`/api/webhooks/${id}/deliveries`)).body).toMatchObject([{ state: 'waiting', attempts: 2 }]);
    expect(said).toHaveBeenCalledTimes(2);
    for (const spy of [said, write]) spy.mockRestore();
  });
});

describe('a webhook that is switched off', () => {
  it('drops what waits, and sends nothing of it when it is switched on again', async () => {
    const { id } = await aWebhook(['outlet.switched']);
    receiver.answers.push(answering(500));
    await switchOff();
    await seconds(2);
    expect(await stored()).toHaveLength(1);
    await admin.put(`/api/webhooks/${id}`, { enabled: false });
    await seconds(2);
    expect(await stored()).toEqual([]);
    expect((await admin.get(`/api/webhooks/${id}/deliveries`)).body).toMatchObject([{ state: 'dropped' }]);
    await admin.put(`/api/webhooks/${id}`, { enabled: true });
    await seconds(20);
    expect(receiver.received).toHaveLength(1);
  });
});

describe('a restart of the controller', () => {
  it('loses no message and sends none twice', async () => {
    const folder = temporaryFolder();
    const port = receiver.port;
    const before = await aPdu({ dataDir: folder });
    const client = await before.as('admin');
    const { id, secret } = await aWebhook(['outlet.*', 'controller.started'], client);
    await receiver.stop();
    for (const outlet of [1, 2, 3]) {
      await client.put(`/api/outlets/${outlet}`, { state: 'OFF' });
      await seconds(1, before);
    }
    await before.stop();

    receiver = await WebhookReceiver.start(port);
    const after = await aPdu({ dataDir: folder, clock: before.clock });
    await seconds(10, after);
    const switched = receiver.of('outlet.switched');
    expect(switched.map(({ body }) => body.data.index).sort()).toEqual([1, 2, 3]);
    expect(new Set(switched.map((each) => each.id)).size).toBe(3);
    expect(receiver.of('controller.started')).toHaveLength(1);
    for (const each of receiver.received) verify(each, secret, Number(each.headers['webhook-timestamp']) * 1000);
    expect((await (await after.as('admin')).get(`/api/webhooks/${id}`)).body.waiting).toBe(0);
    await after.stop();
    removeFolder(folder);
  });

  it('without a battery for its clock, which is then in 1970, sends what waits all the same', async () => {
    const folder = temporaryFolder();
    const before = await aPdu({ dataDir: folder });
    const client = await before.as('admin');
    await aWebhook(['outlet.*'], client);
    receiver.always = answering(500);
    await client.put('/api/outlets/1', { state: 'OFF' });
    await seconds(2, before);
    await before.stop();
    receiver.always = undefined;
    receiver.received.length = 0;
    const after = await aPdu({ dataDir: folder, clock: new VirtualClock('1970-01-01T00:00:40Z') });
    await seconds(2, after);
    expect(receiver.of('outlet.switched')).toHaveLength(1);
    await after.stop();
    removeFolder(folder);
  });
});

describe('an event', () => {
  const anEvent = async (client: Client, code: number, limit: string) =>
    (await client.post('/api/events', { name: `Event ${code}`, code, params: ['1200578', limit, '0'], actions: [] }))
      .body;
  const names = (type: string) => receiver.of(type).map(({ body }) => body.data.name);

  it('that is disabled, changed or deleted while it has triggered has ended', async () => {
    await aWebhook(['event.*']);
    const [first, second, third] = [
      await anEvent(admin, 33, '1'),
      await anEvent(admin, 34, '9999'),
      await anEvent(admin, 35, '1'),
    ];
    await seconds(1);
    expect([names('event.triggered').length, names('event.ended')]).toEqual([3, []]);
    await admin.put(`/api/events/${first.id}`, { enabled: false });
    await admin.put(`/api/events/${second.id}`, { params: ['1200578', '1', '0'] });
    await admin.delete(`/api/events/${third.id}`);
    await seconds(2);
    expect([names('event.triggered').length, names('event.ended')]).toEqual([3, ['Event 33', 'Event 34', 'Event 35']]);
  });

  it('that triggers or ends with the first reading after a start is sent', async () => {
    const folder = temporaryFolder();
    const before = await aPdu({ dataDir: folder });
    const client = await before.as('admin');
    await aWebhook(['event.*'], client);
    await client.patch('/api/simulator', { inlets: { 'I1-1000036': { powered: false } } });
    await seconds(1, before);
    await anEvent(client, 33, '50');
    await anEvent(client, 34, '50');
    await seconds(1, before);
    expect(names('event.triggered')).toEqual(['Event 34']);
    await client.patch('/api/simulator', { inlets: { 'I1-1000036': { powered: true } } });
    await before.stop();

    const after = await aPdu({ dataDir: folder, clock: before.clock });
    await seconds(2, after);
    await after.stop();
    removeFolder(folder);
    expect([names('event.triggered'), names('event.ended')]).toEqual([['Event 34', 'Event 33'], ['Event 34']]);
  });
});

describe('the rights of the owner', () => {
  it('decide what is sent, as they are when it is sent', async () => {
    const user = await pdu.as({ viewEventActions: true, modifyEventActions: true, viewOutlets: [OUTLET] });
    await aWebhook(['*'], user);
    await switchOff();
    await switchOff('2-1200578');
    await admin.patch('/api/simulator', { banks: { '1200579': { breakerClosed: false } } });
    await admin.post('/api/conf', { globalRebootTime: 7 });
    await seconds(2);
    expect(receiver.types).toEqual(['outlet.switched']);
    expect(receiver.received[0]?.body.data).toMatchObject({ id: OUTLET, cause: { via: 'token' } });
    expect(receiver.received[0]?.body.data.cause).not.toHaveProperty('who');

    receiver.answers.push(answering(500));
    await admin.put(`/api/outlets/${OUTLET}`, { state: 'ON' });
    await seconds(1);
    const role = ((await admin.get('/api/roles')).body as { id: number; permissions: object }[]).at(-1);
    await admin.put(`/api/roles/${role?.id}`, { permissions: { ...role?.permissions, viewOutlets: [] } });
    await seconds(10);
    expect(receiver.received).toHaveLength(2);
    expect(await stored()).toEqual([]);
  });

  it('suspend the webhook while the account is disabled', async () => {
    const user = await pdu.as({ viewEventActions: true, modifyEventActions: true, viewOutlets: [OUTLET] });
    const { id } = await aWebhook(['*'], user);
    await admin.post(`/api/users/${user.userId}/disable`);
    await switchOff();
    await seconds(3);
    expect([receiver.received, (await view(id)).state]).toEqual([[], 'suspended']);
    await admin.post(`/api/users/${user.userId}/enable`);
    await admin.put(`/api/outlets/${OUTLET}`, { state: 'ON' });
    await seconds(1);
    expect(receiver.types).toEqual(['outlet.switched']);
  });

  it('are needed to lead a webhook elsewhere, to read its new secret and to delete it', async () => {
    const { id } = await aWebhook();
    const user = await pdu.as({ viewEventActions: true, modifyEventActions: true });
    const refusals = [
      await user.put(`/api/webhooks/${id}`, { url: 'http://192.0.2.1/' }),
      await user.post(`/api/webhooks/${id}/rotate`),
      await user.post(`/api/webhooks/${id}/test`),
      await user.delete(`/api/webhooks/${id}`),
    ];
    expect(refusals.map(({ status, body }) => [status, body.code])).toEqual(
      refusals.map(() => [403, 'RIGHTS_NOT_COVERED']),
    );
    expect(await view(id)).toMatchObject({ url: receiver.url });
  });
});

describe('a secret', () => {
  it('is replaced, and for a day both sign', async () => {
    const { id, secret } = await aWebhook(['outlet.switched']);
    const { body } = await admin.post(`/api/webhooks/${id}/rotate`);
    expect(body.secret).not.toBe(secret);
    await switchOff();
    await seconds(1);
    const [first] = receiver.received;
    for (const each of [secret, body.secret as string]) verify(first as never, each, pdu.clock.now());
    await later(25 * HOUR);
    await admin.put(`/api/outlets/${OUTLET}`, { state: 'ON' });
    await seconds(1);
    const last = receiver.received.at(-1);
    verify(last as never, body.secret as string, pdu.clock.now());
    expect(() => verify(last as never, secret, pdu.clock.now())).toThrow();
  });

  it('is in no log, export or diagnostics, and comes back by an encrypted document', async () => {
    const { id, secret } = await aWebhook(['outlet.switched']);
    const paths = [
      '/api/config/export',
      '/api/system/diagnostics',
      '/api/log?limit=500',
      '/api/webhooks',
      `/api/webhooks/${id}`,
    ];
    for (const path of paths) expect(JSON.stringify((await admin.get(path)).body)).not.toContain(secret);
    const passphrase = 'a long enough passphrase';
    const document = (await admin.post('/api/config/export', { passphrase, currentPassword: ADMIN_PASSWORD })).body;
    expect(JSON.stringify(document)).not.toContain(secret);
    await admin.delete(`/api/webhooks/${id}`);
    const applied = await admin.post('/api/config/apply', { ...document, passphrase });
    expect([applied.status, applied.body.message]).toEqual([200, undefined]);
    expect(await view(id)).toMatchObject({ name: 'Hook', types: ['outlet.switched'], own: true });
    await switchOff();
    await seconds(1);
    verify(receiver.received.at(-1) as never, secret, pdu.clock.now());
  });
});

describe('a test', () => {
  it('sends one message and answers what became of it', async () => {
    const { id, secret } = await aWebhook(['breaker.*']);
    const { body } = await admin.post(`/api/webhooks/${id}/test`);
    expect(body).toMatchObject({ ok: true, status: 204, detail: 'The receiver answered 204.' });
    const [message] = receiver.received;
    expect([message?.id, message?.body.type]).toEqual([body.id, 'test']);
    expect((await admin.get(`/api/webhooks/${id}/deliveries`)).body[0]).toMatchObject({ id: body.id, attempts: 1 });
    verify(message as never, secret, pdu.clock.now());
    receiver.answers.push(answering(302, { location: 'http://127.0.0.1:1/' }));
    expect((await admin.post(`/api/webhooks/${id}/test`)).body).toMatchObject({ ok: false, status: 302 });
    await seconds(10);
    expect(receiver.received).toHaveLength(2);
  });

  it('goes neither to this controller nor to a link-local address', async () => {
    for (const url of [`${pdu.url}/api/webhooks`, 'http://169.254.169.254/latest']) {
      const { id } = await aWebhook(['*'], admin, url);
      expect((await admin.post(`/api/webhooks/${id}/test`)).body).toMatchObject({ ok: false });
      await admin.delete(`/api/webhooks/${id}`);
    }
  });

  it('is refused by another controller of this kind', async () => {
    const other = await aPdu({ model: 'switched-8' });
    const { id } = await aWebhook(['*'], admin, `${other.url}/api/webhooks`);
    expect((await admin.post(`/api/webhooks/${id}/test`)).body).toMatchObject({ ok: false, status: 401 });
    const { id: elsewhere } = await aWebhook();
    await admin.post(`/api/webhooks/${elsewhere}/test`);
    const hops = String(receiver.received[0]?.headers['x-pdu-hop']);
    // Whoever passes it on with a credential is refused as well.
    const session = await other.as('admin');
    const command = await session.put('/api/outlets/1', { state: 'OFF' }, { 'x-pdu-hop': hops });
    expect([command.status, command.body.code]).toEqual([422, 'PEER_LOOP']);
    await other.stop();
  });
});

describe('metrics', () => {
  it('count the messages of each webhook', async () => {
    const { id } = await aWebhook(['outlet.switched']);
    receiver.answers.push(answering(500));
    await switchOff();
    await seconds(8);
    const text = String((await admin.get('/metrics')).body);
    expect(text).toContain(`rackfeed_webhook_deliveries_total{webhook="${id}",result="delivered"} 1`);
    expect(text).toContain(`rackfeed_webhook_deliveries_total{webhook="${id}",result="failed"} 1`);
    expect(text).toContain(`rackfeed_webhook_messages_waiting{webhook="${id}"} 0`);
  });
});
