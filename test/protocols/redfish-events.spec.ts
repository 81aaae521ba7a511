import { connect } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { LazyModuleLoader } from '@nestjs/core';
import { RedfishServiceModule } from '../../src/redfish/redfish-service.module.js';
import { EventPush } from '../../src/redfish/events/event-push.service.js';
import { EventStreams } from '../../src/redfish/events/event-stream.service.js';
import { Authority } from '../support/servers/certificates.js';
import { EventReceiver } from '../support/servers/event-receiver.js';
import { aPdu, ADMIN_PASSWORD, USER_PASSWORD, type Client, type Pdu } from '../support/app/pdu.js';
import { ON_LOOPBACK, protocolOff } from '../support/protocols/protocol-on.js';
import { messagesOf, RedfishClient, redfishOn, type RedfishAnswer } from '../support/protocols/redfish-client.js';
import { RedfishStream } from '../support/protocols/redfish-stream.js';

const PDU = '/PowerEquipment/RackPDUs/1';
const SUBSCRIPTIONS = '/EventService/Subscriptions';
const FIRST = '1-1200578';

let pdu: Pdu;
let admin: Client;
let port: number;
let root: RedfishClient;
let receiver: EventReceiver;
let push: EventPush;
let opened: EventStreams;
const streams: RedfishStream[] = [];

beforeAll(async () => {
  pdu = await aPdu({ env: ON_LOOPBACK });
  admin = await pdu.as('admin');
  await admin.post('/api/conf', { allowLocalTargets: true });
  port = await redfishOn(pdu, admin);
  root = RedfishClient.basic(port, 'admin', ADMIN_PASSWORD);
  receiver = await EventReceiver.start();
  const loaded = await pdu.app.get(LazyModuleLoader).load(() => RedfishServiceModule);
  push = loaded.get(EventPush);
  opened = loaded.get(EventStreams);
});
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.leave();
  const { body } = await root.get(SUBSCRIPTIONS);
  for (const member of body.Members) await root.delete(member['@odata.id']);
  for (const outlet of [1, 2]) await switchTo('On', outlet);
  receiver.status = 204;
  receiver.take();
});
afterAll(async () => {
  await receiver.stop();
  await pdu.stop();
});

/** Resolves when all events that have happened are sent. */
async function idle(): Promise<void> {
  await pdu.idle();
  await push.idle();
}

/** Lets seconds pass, with the attempts that they bring. */
async function seconds(count: number): Promise<void> {
  for (let second = 0; second < count; second++) {
    await pdu.seconds(1);
    await idle();
  }
}

const subscribe = (body: object = {}, client = root): Promise<RedfishAnswer> =>
  client.post(SUBSCRIPTIONS, { Destination: receiver.url, Protocol: 'Redfish', ...body });

/** A subscription to the switching of outlets; answers its path. */
async function aSubscription(body: object = {}, client = root): Promise<string> {
  const answer = await subscribe({ RegistryPrefixes: ['Power'], ...body }, client);
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return String(answer.headers['location']);
}

async function switchTo(state: 'On' | 'Off', outlet = 1): Promise<void> {
  const answer = await root.post(`${PDU}/Outlets/${outlet}/Actions/Outlet.PowerControl`, { PowerState: state });
  expect(answer.status).toBe(204);
  await idle();
}

let users = 0;
/** A new user with these permissions, as a client with HTTP Basic and with the id of his role. */
async function aUser(permissions: object): Promise<{ client: RedfishClient; id: string; roleId: string }> {
  const name = `listener-${++users}`;
  const role = await admin.post('/api/roles', { name, permissions });
  const user = await admin.post('/api/users', { username: name, roleId: role.body.id, password: USER_PASSWORD });
  expect(user.status).toBe(200);
  return { client: RedfishClient.basic(port, name, USER_PASSWORD), id: user.body.id, roleId: role.body.id };
}

async function aStream(client = root, query = '', headers: Record<string, string> = {}): Promise<RedfishStream> {
  const stream = await RedfishStream.open(port, { ...client.headers, ...headers }, query);
  streams.push(stream);
  expect(stream.status).toBe(200);
  await stream.commented(1);
  return stream;
}

/** The paths of the subscriptions that are there. */
const subscriptions = async (client = root): Promise<string[]> =>
  (await client.get(SUBSCRIPTIONS)).body.Members.map((member: Record<string, string>) => member['@odata.id']);

describe('a subscription', () => {
  it('is shown as it was made, without its headers, and nothing is sent while it is made', async () => {
    const answer = await subscribe({
      Context: 'rack 7',
      HttpHeaders: [{ 'X-Key': 'secret of the subscriber' }],
      MessageIds: ['Power.1.2.0.OutletPoweredOff'],
      OriginResources: [{ '@odata.id': `/redfish/v1${PDU}` }],
      SubordinateResources: true,
      DeliveryRetryPolicy: 'RetryForeverWithBackoff',
    });
    expect(answer.status).toBe(201);
    expect(answer.headers['location']).toBe(answer.body['@odata.id']);
    expect(answer.body).toMatchObject({
      Destination: receiver.url,
      Protocol: 'Redfish',
      SubscriptionType: 'RedfishEvent',
      Context: 'rack 7',
      HttpHeaders: [],
      MessageIds: ['Power.1.2.0.OutletPoweredOff'],
      SubordinateResources: true,
      DeliveryRetryPolicy: 'RetryForeverWithBackoff',
      VerifyCertificate: true,
      Status: { State: 'Enabled' },
    });
    await seconds(2);
    expect(receiver.take()).toEqual([]);
    expect(JSON.stringify((await admin.get('/api/log')).body)).not.toContain('secret of the subscriber');
  });

  it('gets each event once, with its headers and its context', async () => {
    await aSubscription({ Context: 'rack 7', HttpHeaders: [{ 'X-Key': 'k1' }] });
    await switchTo('Off');
    const [{ headers, body } = {} as never] = receiver.received;
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-key': 'k1' });
    expect(body).toEqual({
      '@odata.type': '#Event.v1_13_0.Event',
      Id: expect.stringMatching(/^\d+$/),
      Name: 'Event',
      Context: 'rack 7',
      Events: [
        {
          MemberId: '0',
          EventType: 'Alert',
          EventId: expect.any(String),
          EventTimestamp: expect.stringMatching(/^2026-03-02T08:\d\d:\d\dZ$/),
          MessageId: 'Power.1.2.OutletPoweredOff',
          MessageArgs: ['1'],
          Message: "Outlet '1' powered off.",
          MessageSeverity: 'OK',
          Resolution: 'None.',
          OriginOfCondition: { '@odata.id': `/redfish/v1${PDU}/Outlets/1` },
        },
      ],
    });
    await switchTo('On');
    await seconds(2);
    expect(receiver.take()).toEqual(['OutletPoweredOff', 'OutletPoweredOn']);
  });

  it.each([
    [{ MessageIds: ['Power.1.2.OutletPoweredOn'] }, ['OutletPoweredOn']],
    [{ ExcludeMessageIds: ['OutletPoweredOn'] }, ['OutletPoweredOff']],
    [{ ExcludeRegistryPrefixes: ['Power'] }, []],
    [{ ResourceTypes: ['Circuit'] }, []],
    [{ Severities: ['Critical'] }, []],
    [{ OriginResources: [{ '@odata.id': `/redfish/v1${PDU}` }] }, []],
    [{ OriginResources: [{ '@odata.id': `/redfish/v1${PDU}/Outlets/1` }] }, ['OutletPoweredOff', 'OutletPoweredOn']],
  ])('with the filter %j gets only what fits', async (filter, expected) => {
    await aSubscription(filter);
    await switchTo('Off');
    await switchTo('On');
    expect(receiver.take()).toEqual(expected);
  });

  it.each([
    [{ Destination: undefined }, 'PropertyMissing'],
    [{ Protocol: undefined }, 'PropertyMissing'],
    [{ Protocol: 'SNMPv2c' }, 'PropertyValueNotInList'],
    [{ SubscriptionType: 'SSE' }, 'PropertyValueNotInList'],
    [{ Destination: 'ftp://192.0.2.1/' }, 'PropertyValueFormatError'],
    [{ Destination: 'http://user:word@192.0.2.1/' }, 'PropertyValueFormatError'],
    [{ Context: 'x'.repeat(257) }, 'PropertyValueFormatError'],
    [{ RegistryPrefixes: ['Storage'] }, 'PropertyValueNotInList'],
    [{ ResourceTypes: 'Outlet' }, 'PropertyValueTypeError'],
    [{ HttpHeaders: [{ Host: 'x' }] }, 'PropertyValueFormatError'],
    [{ HttpHeaders: [{ 'X-Key': 'a\r\nb' }] }, 'PropertyValueFormatError'],
    [{ HttpHeaders: Array.from({ length: 9 }, (_, place) => ({ [`X-${place}`]: 'a' })) }, 'PropertyValueOutOfRange'],
    [{ DeliveryRetryPolicy: 'Never' }, 'PropertyValueNotInList'],
  ])('is not made of %j', async (body, key) => {
    const answer = await subscribe(body);
    expect([answer.status, messagesOf(answer)]).toEqual([400, [key]]);
    expect(await subscriptions()).toEqual([]);
  });

  it('is the last one at twenty', async () => {
    for (let made = 0; made < 20; made++) await aSubscription();
    expect(messagesOf(await subscribe())).toEqual(['CreateLimitReachedForResource']);
  });

  it('is changed where it can be', async () => {
    const path = await aSubscription();
    const answer = await root.patch(path, { Context: 'other', VerifyCertificate: false, Destination: 'http://x/' });
    expect([answer.status, answer.body.Context, answer.body.VerifyCertificate, ...messagesOf(answer)]).toEqual([
      200,
      'other',
      false,
      'PropertyNotWritable',
    ]);
    expect((await root.get(path)).body.Destination).toBe(receiver.url);
  });

  it('is never sent to the controller itself or a link-local address', async () => {
    const path = await aSubscription({ Destination: 'http://169.254.169.254/latest' });
    await switchTo('Off');
    await seconds(60);
    expect((await root.get(path)).body.Status.State).toBe('Disabled');
    await switchTo('On');
  });

  it('is accepted with a certificate of its own only where that is not to be checked', async () => {
    const secure = await EventReceiver.start(new Authority().server('127.0.0.1'));
    await aSubscription({ Destination: secure.url });
    await switchTo('Off');
    expect(secure.take()).toEqual([]);
    for (const path of await subscriptions()) await root.delete(path);
    await aSubscription({ Destination: secure.url, VerifyCertificate: false });
    await switchTo('On');
    expect(secure.take()).toEqual(['OutletPoweredOn']);
    await secure.stop();
  });
});

describe('an event that does not arrive', () => {
  it('is sent three times, 30 s apart; then the subscription is suspended until somebody resumes it', async () => {
    receiver.status = 500;
    const path = await aSubscription();
    await switchTo('Off');
    expect(receiver.received).toHaveLength(1);
    await seconds(28);
    expect(receiver.received).toHaveLength(1);
    await seconds(2);
    expect(receiver.received).toHaveLength(2);
    await seconds(30);
    expect(receiver.take()).toEqual(['OutletPoweredOff', 'OutletPoweredOff', 'OutletPoweredOff']);
    expect((await root.get(path)).body.Status.State).toBe('Disabled');
    receiver.status = 204;
    await switchTo('On');
    await seconds(60);
    expect(receiver.take()).toEqual([]);
    expect((await root.post(`${path}/Actions/EventDestination.ResumeSubscription`, {})).status).toBe(204);
    await switchTo('Off');
    expect(receiver.take()).toEqual(['OutletPoweredOff']);
    expect((await root.post(`${path}/Actions/EventDestination.SuspendSubscription`, {})).status).toBe(204);
    await switchTo('On');
    expect(receiver.take()).toEqual([]);
  });

  it('keeps its place before those that come after it', async () => {
    receiver.status = 503;
    await aSubscription();
    await switchTo('Off');
    await switchTo('On');
    expect(receiver.take()).toEqual(['OutletPoweredOff']);
    receiver.status = 204;
    await seconds(30);
    expect(receiver.take()).toEqual(['OutletPoweredOff', 'OutletPoweredOn']);
  });

  it('ends a subscription that asked for it, and comes again for ever where that was asked', async () => {
    receiver.status = 500;
    const ended = await aSubscription({ DeliveryRetryPolicy: 'TerminateAfterRetries' });
    const remaining = await aSubscription({ DeliveryRetryPolicy: 'RetryForeverWithBackoff' });
    await switchTo('Off');
    await seconds(61);
    expect(await subscriptions()).toEqual([remaining]);
    expect((await root.get(ended)).status).toBe(404);
    receiver.take();
    receiver.status = 204;
    await seconds(61);
    expect(receiver.take()).toEqual(['OutletPoweredOff']);
    await switchTo('On');
  });

  it('is given up 10 s after the receiver stopped answering, and follows the interval of the service', async () => {
    expect((await root.patch('/EventService', { DeliveryRetryIntervalSeconds: 5 })).status).toBe(200);
    receiver.status = undefined;
    await aSubscription();
    expect((await root.post(`${PDU}/Outlets/1/Actions/Outlet.PowerControl`, { PowerState: 'Off' })).status).toBe(204);
    while (receiver.received.length === 0) await new Promise((resolve) => setImmediate(resolve));
    receiver.status = 204;
    await pdu.seconds(10);
    await idle();
    expect(receiver.received).toHaveLength(1);
    await seconds(5);
    expect(receiver.take()).toEqual(['OutletPoweredOff', 'OutletPoweredOff']);
    await root.patch('/EventService', { DeliveryRetryIntervalSeconds: 30 });
    await switchTo('On');
  });
});

describe('the rights of whoever made a subscription', () => {
  it('are those of the moment at which an event is sent', async () => {
    const { client, roleId } = await aUser({ modifyNetworkSettings: true, viewOutlets: [FIRST] });
    await aSubscription({}, client);
    await switchTo('Off', 2);
    expect(receiver.take()).toEqual([]);
    await switchTo('Off', 1);
    expect(receiver.take()).toEqual(['OutletPoweredOff']);
    receiver.status = 500;
    await switchTo('On', 1);
    await admin.put(`/api/roles/${roleId}`, { permissions: { modifyNetworkSettings: true, viewOutlets: [] } });
    receiver.take();
    receiver.status = 204;
    await seconds(31);
    expect(receiver.take()).toEqual([]);
    await switchTo('On', 2);
  });

  it('end with the account', async () => {
    const { client, id } = await aUser({ modifyNetworkSettings: true, viewOutlets: [FIRST] });
    await aSubscription({}, client);
    await admin.delete(`/api/users/${id}`);
    await switchTo('Off', 1);
    expect(receiver.take()).toEqual([]);
    await switchTo('On', 1);
  });

  it('must include the network settings, also to change, suspend and delete one or to send a test', async () => {
    const path = await aSubscription();
    const { client } = await aUser({ viewNetworkSettings: true });
    const tries = [
      await subscribe({}, client),
      await client.patch(path, { Context: 'x' }),
      await client.delete(path),
      await client.post(`${path}/Actions/EventDestination.SuspendSubscription`, {}),
      await client.post('/EventService/Actions/EventService.SubmitTestEvent', {}),
      await client.patch('/EventService', { DeliveryRetryIntervalSeconds: 60 }),
    ];
    expect(tries.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    const other = await aUser({});
    expect((await other.client.get(path)).status).toBe(403);
    expect(await subscriptions(other.client)).toEqual([]);
    expect((await root.get(path)).body.Status.State).toBe('Enabled');
  });
});

describe('a test event', () => {
  it('is the message that was asked for, and by default a test message', async () => {
    await aSubscription({ RegistryPrefixes: [] });
    receiver.take();
    const submit = '/EventService/Actions/EventService.SubmitTestEvent';
    expect((await root.post(submit, {})).status).toBe(204);
    const given = { MessageId: 'Power.1.2.0.BreakerTripped', MessageArgs: ['7'], EventId: 'E-9' };
    expect((await root.post(submit, given)).status).toBe(204);
    expect((await root.post('/EventService/Actions/EventService.TestEventSubscription', {})).status).toBe(204);
    await idle();
    expect(receiver.received[1]?.body.Events[0]).toMatchObject({ EventId: 'E-9', Message: "Breaker '7' has tripped." });
    expect(receiver.take()).toEqual(['TestMessage', 'BreakerTripped', 'TestMessage']);
    const wrong = await root.post(submit, { MessageId: 'Power.1.2.NoSuchMessage' });
    expect([wrong.status, messagesOf(wrong)]).toEqual([400, ['ActionParameterValueNotInList']]);
  });
});

describe('the page of the product', () => {
  it('shows subscribers, streams and what was sent, and sends a test event with its result at each', async () => {
    const before = (await admin.get('/api/redfish')).body;
    await aSubscription();
    await aStream();
    receiver.take();
    await switchTo('Off');
    const now = (await admin.get('/api/redfish')).body;
    const origin = new URL(receiver.url).origin;
    expect(now).toMatchObject({
      subscribers: [{ id: expect.any(String), receiver: origin, suspended: false, waiting: 0 }],
      streams: 1,
      sent: before.sent + 1,
      failedAttempts: before.failedAttempts,
    });
    expect((await admin.post('/api/redfish/test')).body).toEqual({
      ok: true,
      results: [{ id: now.subscribers[0].id, receiver: origin, ok: true }],
    });
    expect(receiver.take()).toEqual(['OutletPoweredOff', 'TestMessage']);
    receiver.status = 500;
    expect((await admin.post('/api/redfish/test')).body).toMatchObject({
      ok: false,
      results: [{ ok: false, detail: 'The receiver answered 500.' }],
    });
    const { sent, failedAttempts } = (await admin.get('/api/redfish')).body;
    expect([sent, failedAttempts]).toEqual([before.sent + 2, before.failedAttempts + 1]);
    receiver.take();
  });

  it('has no test event for a subscriber that is suspended, and none while Redfish is off', async () => {
    const path = await aSubscription();
    expect((await root.post(`${path}/Actions/EventDestination.SuspendSubscription`, {})).status).toBe(204);
    receiver.take();
    expect((await admin.post('/api/redfish/test')).body).toEqual({ ok: true, results: [] });
    expect((await admin.get('/api/redfish')).body.subscribers).toMatchObject([{ suspended: true }]);
    const other = await aPdu({ env: ON_LOOPBACK });
    const operator = await other.as('admin');
    const refused = await operator.post('/api/redfish/test');
    expect([refused.status, refused.body.code]).toEqual([422, 'REDFISH_OFF']);
    expect((await operator.get('/api/redfish')).body).toEqual({
      subscribers: [],
      streams: 0,
      sent: 0,
      failedAttempts: 0,
      dropped: 0,
    });
    await other.stop();
  });
});

describe('what happens to the PDU', () => {
  it('is an event: breakers, sensors, limits, accounts and groups', async () => {
    const stream = await aStream();
    const bank = '1200578';
    await admin.patch('/api/simulator', { banks: { [bank]: { breakerClosed: false } } });
    await admin.patch('/api/simulator', { banks: { [bank]: { breakerClosed: true } } });
    await admin.patch('/api/simulator', { sensors: { A: { connected: false } } });
    await admin.patch('/api/simulator', { sensors: { A: { connected: true } } });
    await seconds(1);
    const keys = await stream.keys(4);
    expect(keys).toEqual(
      expect.arrayContaining(['BreakerTripped', 'BreakerReset', 'SensorDisconnected', 'SensorConnected']),
    );
    const before = stream.events.length;
    const event = await admin.post('/api/events', { name: 'High', code: 31, params: [bank, '20', '0'], actions: [] });
    await admin.patch('/api/simulator', { outlets: { [FIRST]: { loadAmps: 30, powerFactor: 1 } } });
    await seconds(2);
    await admin.patch('/api/simulator', { outlets: { [FIRST]: { loadAmps: 1 } } });
    await seconds(2);
    await admin.delete(`/api/events/${event.body.id}`);
    expect((await stream.keys(before + 2)).slice(before)).toEqual(['CurrentWarning', 'CurrentNormal']);
    expect(stream.events[before]?.body.Events[0]).toMatchObject({
      MessageArgs: [`Bank${bank}Current`, expect.stringMatching(/^\d+(\.\d+)?$/)],
      OriginOfCondition: { '@odata.id': `/redfish/v1/Chassis/1/Sensors/Bank${bank}Current` },
    });
    const group = await admin.post('/api/groups', { groupName: 'Racks', outlets: [FIRST] });
    await admin.delete(`/api/groups/${group.body.id}`);
    expect((await stream.keys(before + 4)).slice(before + 2)).toEqual(['ResourceCreated', 'ResourceRemoved']);
  });
});

describe('the event stream', () => {
  it('is refused as JSON without a credential, and as another method', async () => {
    const stranger = await RedfishStream.open(port, {});
    await stranger.ended();
    expect([stranger.status, JSON.parse(stranger.text).error.code]).toEqual([401, expect.stringMatching(/^Base\./)]);
    expect((await root.post('/EventService/SSE', {})).status).toBe(405);
  });

  it('is a subscription as long as it is open', async () => {
    const stream = await aStream();
    expect(stream.answer.headers['content-type']).toBe('text/event-stream;charset=utf-8');
    const [path = ''] = await subscriptions();
    const { body } = await root.get(path);
    expect(body).toMatchObject({
      SubscriptionType: 'SSE',
      Protocol: 'Redfish',
      Context: expect.stringMatching(/.{16}/),
    });
    await switchTo('Off');
    await switchTo('On');
    expect(await stream.keys(2)).toEqual(['OutletPoweredOff', 'OutletPoweredOn']);
    const [first, second] = stream.events;
    expect(second?.id).toBeGreaterThan(first?.id ?? Infinity);
    expect([first?.body.Context, first?.body.Id]).toEqual([body.Context, String(first?.id)]);
    stream.leave();
    while ((await subscriptions()).length > 0) await new Promise((resolve) => setImmediate(resolve));
  });

  it('ends when its subscription is deleted, and when Redfish is switched off', async () => {
    const [first, second] = [await aStream(), await aStream()];
    const [path = ''] = await subscriptions();
    expect((await root.delete(path)).status).toBe(204);
    await first.ended();
    expect(second.hasEnded).toBe(false);
    await protocolOff(pdu, admin, 'redfish');
    await second.ended();
    port = await redfishOn(pdu, admin);
    root = RedfishClient.basic(port, 'admin', ADMIN_PASSWORD);
  });

  it('outlives the session that opened it, and ends with the account', async () => {
    const { id } = await aUser({ viewOutlets: [FIRST] });
    const name = `listener-${users}`;
    const made = await new RedfishClient(port).post('/SessionService/Sessions', {
      UserName: name,
      Password: USER_PASSWORD,
    });
    const client = new RedfishClient(port, { 'x-auth-token': String(made.headers['x-auth-token']) });
    const stream = await aStream(client);
    expect((await client.delete(String(made.headers['location']))).status).toBe(204);
    await switchTo('Off');
    expect(await stream.keys(1)).toEqual(['OutletPoweredOff']);
    expect((await admin.post(`/api/users/${id}/disable`)).status).toBe(200);
    await pdu.seconds(1);
    await stream.ended();
    await switchTo('On');
  });

  it('ends with the password of its caller, and with the token', async () => {
    const { client, id } = await aUser({ viewOutlets: [FIRST] });
    const byPassword = await aStream(client);
    const password = { currentPassword: USER_PASSWORD, newPassword: `${USER_PASSWORD}-2` };
    expect((await admin.put(`/api/users/${id}/password`, password)).status).toBe(200);
    await pdu.seconds(1);
    await byPassword.ended();
    const token = await admin.post(`/api/users/${id}/token`, {});
    expect(token.status).toBe(200);
    const byToken = await aStream(new RedfishClient(port, { authorization: `Bearer ${token.body.accessToken}` }));
    expect((await admin.delete(`/api/users/${id}/token`)).status).toBe(200);
    await pdu.seconds(1);
    await byToken.ended();
  });

  it('shows what the role may view', async () => {
    const { client } = await aUser({ viewOutlets: [FIRST] });
    const stream = await aStream(client);
    await switchTo('Off', 2);
    await switchTo('Off', 1);
    await switchTo('On', 2);
    await switchTo('On', 1);
    await stream.keys(2);
    expect(stream.events.map(({ body }) => body.Events[0].MessageArgs)).toEqual([['1'], ['1']]);
  });

  it('is chosen from by a filter', async () => {
    const filter = `?$filter=${encodeURIComponent("MessageId eq 'Power.1.2.OutletPoweredOn' and RegistryPrefix eq 'Power'")}`;
    const stream = await aStream(root, filter);
    await switchTo('Off');
    await switchTo('On');
    expect(await stream.keys(1)).toEqual(['OutletPoweredOn']);
    for (const member of ['Name', 'constructor']) {
      const wrong = await root.get(`/EventService/SSE?$filter=${encodeURIComponent(`${member} eq 'x'`)}`);
      expect([wrong.status, messagesOf(wrong)]).toEqual([400, ['QueryParameterValueError']]);
    }
  });

  it('goes on after an interruption with what was missed, or says that something is lost', async () => {
    const first = await aStream();
    await switchTo('Off');
    await first.keys(1);
    first.leave();
    await switchTo('On');
    const second = await aStream(root, '', { 'last-event-id': String(first.events[0]?.id) });
    expect(await second.keys(1)).toEqual(['OutletPoweredOn']);
    const third = await aStream(root, '', { 'last-event-id': '1' });
    expect(await third.keys(1)).toEqual(['EventBufferExceeded']);
  });

  it('says every 30 s that it is still there, and is one of at most eight', async () => {
    const stream = await aStream();
    await pdu.seconds(32);
    await stream.commented(2);
    for (let more = 0; more < 7; more++) await aStream();
    expect((await root.get('/EventService/SSE')).status).toBe(503);
  });

  it('of another user gets the place of the newest one of a user who has them all', async () => {
    while (opened.all.length > 0) await new Promise(setImmediate);
    for (let more = 0; more < 8; more++) await aStream();
    const own = [...streams];
    const body = { UserName: 'latecomer', Password: USER_PASSWORD, RoleId: 'ReadOnly' };
    expect((await root.post('/AccountService/Accounts', body)).status).toBe(201);
    const late = await aStream(RedfishClient.basic(port, 'latecomer', USER_PASSWORD));
    expect(late.status).toBe(200);
    await own[7]?.ended();
    expect(own.map(({ hasEnded }) => hasEnded)).toEqual([...new Array<boolean>(7).fill(false), true]);
  });

  it('that waits behind another one is gone with its connection', async () => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }).resume();
    const request = 'GET /redfish/v1/EventService/SSE HTTP/1.1\r\nHost: 127.0.0.1\r\n';
    const headers = Object.entries(root.headers).map(([name, value]) => `${name}: ${value}\r\n`);
    while (opened.all.length > 0) await new Promise(setImmediate);
    socket.write(`${request}${headers.join('')}\r\n`.repeat(2));
    while (opened.all.length < 2) await new Promise(setImmediate);
    socket.destroy();
    while (opened.all.length > 0) await new Promise(setImmediate);
  });

  it('is refused to whoever must choose a password first', async () => {
    const body = { UserName: 'streamer', Password: USER_PASSWORD, RoleId: 'ReadOnly', PasswordChangeRequired: true };
    expect((await root.post('/AccountService/Accounts', body)).status).toBe(201);
    const refused = await RedfishClient.basic(port, 'streamer', USER_PASSWORD).get('/EventService/SSE');
    expect([refused.status, messagesOf(refused)]).toEqual([403, ['PasswordChangeRequired']]);
  });
});

describe('the subscriptions', () => {
  it('are part of the configuration document, their headers among its secrets', async () => {
    const path = await aSubscription({ Context: 'rack 7', HttpHeaders: [{ 'X-Key': 'key of the receiver' }] });
    const passphrase = 'correct horse battery staple';
    const document = (await admin.post('/api/config/export', { passphrase, currentPassword: ADMIN_PASSWORD })).body;
    expect(document.sections.redfishSubscriptions).toMatchObject([
      { destination: receiver.url, context: 'rack 7', registryPrefixes: ['Power'], verifyCertificate: true, owner: 1 },
    ]);
    expect(JSON.stringify(document)).not.toContain('key of the receiver');
    expect((await root.delete(path)).status).toBe(204);
    const applied = await admin.post('/api/config/apply', { ...document, passphrase });
    expect([applied.status, applied.body.message]).toEqual([200, undefined]);
    expect(await subscriptions()).toEqual([path]);
    await switchTo('Off');
    expect(receiver.received[0]).toMatchObject({
      headers: { 'x-key': 'key of the receiver' },
      body: { Context: 'rack 7' },
    });
    await switchTo('On');
    const wrong = structuredClone(document);
    wrong.sections.redfishSubscriptions[0].destination = 'http://user:word@192.0.2.1/';
    const refused = await admin.post('/api/config/apply', { ...wrong, passphrase });
    expect([refused.status, refused.body.details?.[0]?.field]).toEqual([
      422,
      expect.stringMatching(/^redfishSubscriptions\.\d+\.destination$/),
    ]);
  });
});
