import { once } from 'node:events';
import { request as httpsRequest } from 'node:https';
import { connect as connectTcp, createServer, type AddressInfo, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { createHash, createPublicKey, X509Certificate } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { decodeDown, encodeUp, type UpMessage } from '../../src/fleet-wire/messages.js';
import { isSigned } from '../../src/fleet-wire/signature.js';
import { downFilter, upTopic } from '../../src/fleet-wire/topics.js';
import { HubKeysService } from '../../src/hub/authority/hub-keys.service.js';
import { HubLink } from '../../src/hub/link/hub-link.js';
import { HubLinkService } from '../../src/hub/link/hub-link.service.js';
import { PdusService } from '../../src/hub/pdus/pdus.service.js';
import { within } from '../../src/common/time-limit.js';
import { makeCertificateRequest, type SignedRequest } from '../../src/tls/certificate-request.js';
import { MqttReader } from '../support/clients/mqtt-reader.js';
import { forSockets } from '../support/time/time-limits.js';
import { aHub, type Hub } from '../support/app/hub.js';
import type { Client } from '../support/app/pdu.js';

const HELLO: UpMessage<'hello'> = {
  ...{ run: 1, release: '0.1.0', serial: '1000036', model: 'switched-8', name: 'Rack 7' },
  ...{ profile: 'a'.repeat(32), config: 'b'.repeat(32), asked: 5, event: 0, oldest: null, newest: null },
};
const FACTS = { serial: '1000036', model: 'switched-8', name: 'Rack 7', release: '0.1.0' };

const aRequest = (keyType: 'ec' | 'rsa' = 'ec'): SignedRequest =>
  makeCertificateRequest({ commonName: 'rackfeed', names: { hosts: [], addresses: [] }, keyType });
const HTTP = { ALPNProtocols: ['http/1.1'] };
const portOf = (hub: Hub): number => hub.app.get(HubLinkService).port;

/* eslint-disable @typescript-eslint/no-explicit-any -- the test that asks knows the type of the answer */
interface Answered {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: any;
}
/* eslint-enable @typescript-eslint/no-explicit-any */

/** Asks the HTTP side of the fleet port, as a PDU does that does not know the authority yet. */
function ask(hub: Hub, path: string, body: unknown, credential: { key?: string; cert?: string } = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Promise<Answered>((resolve, reject) => {
    const asked = httpsRequest(
      {
        ...{ host: '127.0.0.1', port: portOf(hub), path, method: 'POST', agent: false, rejectUnauthorized: false },
        ...HTTP,
        ...{ ...credential, headers: { 'content-length': Buffer.byteLength(text) } },
      },
      (response) => {
        let answer = '';
        response.on('data', (part: Buffer) => (answer += part.toString()));
        response.on('end', () => {
          const { statusCode: status = 0, headers } = response;
          resolve({ status, retryAfter: headers['retry-after'], body: JSON.parse(answer) as unknown });
        });
      },
    );
    asked.on('error', reject);
    asked.end(text);
  });
}

interface Member {
  readonly id: string;
  readonly key: string;
  readonly certificate: string;
  readonly authority: string;
  readonly hubKey: string;
}

async function aToken(admin: Client, wanted: object = {}): Promise<{ id: number; token: string }> {
  const { status, body } = await admin.post('/api/fleet/enrolments', { site: 'north', ...wanted });
  expect([status, body.code]).toEqual([200, undefined]);
  return body as { id: number; token: string };
}

async function aMember(hub: Hub, admin: Client): Promise<Member> {
  const { token } = await aToken(admin, { accept: true });
  const { key, request } = aRequest();
  const { body } = await ask(hub, '/api/fleet/enrol', { token, request, ...FACTS });
  return { ...body, id: body.pdu, key } as Member;
}

const connect = (hub: Hub, { id, key, certificate, authority }: Member) =>
  MqttReader.connect(`mqtts://127.0.0.1:${portOf(hub)}`, id, { ca: authority, key, cert: certificate });

describe('a PDU that enrols', () => {
  let hub: Hub;
  let admin: Client;
  beforeAll(async () => {
    hub = await aHub();
  });
  afterAll(() => hub.stop());
  beforeEach(async () => {
    hub.clock.advance(60_000); // its address may ask as often as before
    admin = await hub.as('admin');
  });

  it('waits as pending, and gets its certificate once it is accepted, however often it asks', async () => {
    const { token } = await aToken(admin);
    const { request, key } = aRequest();
    const enrol = () => ask(hub, '/api/fleet/enrol', { token, request, ...FACTS });
    const first = await enrol();
    expect(first).toMatchObject({
      status: 200,
      body: { state: 'pending', site: 'north', shard: 0, certificate: null },
    });
    expect((await enrol()).body).toEqual(first.body);
    const { pdu: id } = first.body as { pdu: string };
    expect((await admin.get('/api/fleet/enrolments')).body.items.at(-1)).toMatchObject({ uses: 1, used: 1 });
    expect((await admin.post(`/api/fleet/pdus/${id}/accept`)).body).toMatchObject({ id, state: 'active' });
    const { body } = await enrol();
    const certificate = new X509Certificate(body.certificate as string);
    const authority = new X509Certificate(body.authority as string);
    expect([certificate.subject, certificate.verify(authority.publicKey)]).toEqual([`CN=${id}`, true]);
    expect(token.split('.')[2]).toBe(createHash('sha256').update(authority.raw).digest('base64url'));
    expect(createPublicKey(body.hubKey as string).asymmetricKeyType).toBe('ed25519');
    expect(key).toContain('PRIVATE KEY');
    const log = (await admin.get('/api/log?object=' + encodeURIComponent(`pdu:${id}`))).body.entries as object[];
    expect(log).toMatchObject([{ kind: 'pdu.accept' }, { kind: 'pdu.enrol', address: '127.0.0.1' }]);
  });

  it('has its own name in the hub, with its serial number where nobody has named it', async () => {
    const { token } = await aToken(admin, { uses: 2 });
    const nameOf = async (facts: object) => {
      const { request } = aRequest();
      const { body } = await ask(hub, '/api/fleet/enrol', { token, request, ...FACTS, ...facts });
      return (await admin.get(`/api/fleet/pdus/${body.pdu}`)).body.name as string;
    };
    expect(await nameOf({ name: 'Rack 7', serial: '1000036' })).toBe('Rack 7');
    expect(await nameOf({ name: 'Rackfeed PDU', serial: '1000036' })).toBe('Rackfeed PDU 1000036');
  });

  it('is active at once with a token that says so, and may ask again when that is deleted', async () => {
    const { id, token } = await aToken(admin, { accept: true });
    const { request } = aRequest();
    const enrol = () => ask(hub, '/api/fleet/enrol', { token, request, ...FACTS });
    const { body } = await enrol();
    expect(body).toMatchObject({ state: 'active', certificate: expect.stringContaining('CERTIFICATE') });
    expect((await admin.delete(`/api/fleet/enrolments/${id}`)).status).toBe(200);
    expect((await enrol()).body.pdu).toBe(body.pdu);
    const other = { token, request: aRequest().request, ...FACTS };
    expect((await ask(hub, '/api/fleet/enrol', other)).status).toBe(401);
  });

  it('is refused with a token that is wrong, of another hub, used up or past its time', async () => {
    const { token } = await aToken(admin);
    const enrol = (given: string) =>
      ask(hub, '/api/fleet/enrol', { token: given, request: aRequest().request, ...FACTS });
    expect((await enrol(token)).status).toBe(200);
    const [, secret = '', hash = ''] = token.split('.');
    const late = (await aToken(admin, { hours: 1 })).token;
    hub.clock.advance(3_600_001);
    for (const given of ['', 'rf1', `rf1.${'A'.repeat(32)}.${hash}`, `rf1.${secret}.${'A'.repeat(43)}`, token, late]) {
      const { status, body } = await enrol(given);
      expect([given, status, body.code]).toEqual([given, 401, 'ENROLMENT_REFUSED']);
    }
  });

  it('uses a token up once, although many ask at the same time', async () => {
    const { token } = await aToken(admin, { uses: 2 });
    const [{ request }, ...others] = [aRequest(), aRequest(), aRequest(), aRequest()];
    const requests = [request, request, request, ...others.map((other) => other.request)];
    const answers = await Promise.all(
      requests.map((each) => ask(hub, '/api/fleet/enrol', { token, request: each, ...FACTS })),
    );
    const ids = answers.flatMap(({ status, body }) => (status === 200 ? [body.pdu as string] : []));
    expect(new Set(ids).size).toBe(2);
    expect((await admin.get('/api/fleet/enrolments')).body.items.at(-1)).toMatchObject({ uses: 2, used: 2 });
  });

  it.each([
    ['no JSON', '{', 422, 'BODY_NOT_JSON'],
    ['no object', [], 422, 'VALIDATION_FAILED'],
    ['nothing', {}, 422, 'VALIDATION_FAILED'],
    ['a name of a thousand characters', { ...FACTS, name: 'x'.repeat(1000) }, 422, 'VALIDATION_FAILED'],
    ['more than 32 KiB', { ...FACTS, name: 'x'.repeat(40_000) }, 413, 'FLEET_BODY_TOO_LARGE'],
    ['no certificate request', { ...FACTS, request: 'x' }, 422, 'ENROLMENT_REQUEST_UNUSABLE'],
    ['an RSA key', { ...FACTS, request: 'rsa' }, 422, 'ENROLMENT_REQUEST_UNUSABLE'],
  ])('is answered with a sentence when it sends %s', async (_, sent, status, code) => {
    const { token } = await aToken(admin, { uses: 10 });
    const isObject = typeof sent === 'object' && !Array.isArray(sent);
    const given = isObject && 'request' in sent ? sent.request : aRequest().request;
    const request = given === 'rsa' ? aRequest('rsa').request : given;
    const body = isObject && Object.keys(sent).length > 0 ? { ...sent, token, request } : sent;
    const answer = await ask(hub, '/api/fleet/enrol', body);
    expect(answer).toMatchObject({ status, body: { code } });
    expect(answer.body.message).toMatch(/\.$/);
  });

  it('asks at most so often from one address, and is asked to wait', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => flood(hub, 20)));
    const all = answers.flat();
    expect(all.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    expect(all.find(({ status }) => status === 429)?.retryAfter).toBe('1');
    hub.clock.advance(60_000);
    expect((await ask(hub, '/api/fleet/enrol', {})).status).toBe(422);
  });

  const flood = async (to: Hub, times: number): Promise<Answered[]> => {
    const answers: Answered[] = [];
    for (let time = 0; time < times; time++) answers.push(await ask(to, '/api/fleet/enrol', {}));
    return answers;
  };

  it('finds nothing else behind the port, and renews only with its certificate', async () => {
    for (const path of ['/', '/api/login', '/api/fleet/pdus', '/metrics']) {
      expect((await ask(hub, path, {})).status).toBe(404);
    }
    expect(await ask(hub, '/api/fleet/renew', { request: aRequest().request })).toMatchObject({
      ...{ status: 401, body: { code: 'PDU_CERTIFICATE_MISSING' } },
    });
    const member = await aMember(hub, admin);
    const next = aRequest();
    const credential = { key: member.key, cert: member.certificate };
    const { status, body } = await ask(hub, '/api/fleet/renew', { request: next.request }, credential);
    expect(status).toBe(200);
    expect(new X509Certificate(body.certificate as string).subject).toBe(`CN=${member.id}`);
    await admin.post(`/api/fleet/pdus/${member.id}/revoke`);
    expect((await ask(hub, '/api/fleet/renew', { request: next.request }, credential)).status).toBe(409);
  });

  it('is not kept waiting by connections that say nothing', async () => {
    const silent = Array.from({ length: 150 }, () => connectTcp(portOf(hub), '127.0.0.1'));
    for (const socket of silent) socket.on('error', () => undefined);
    const closed = silent.slice(130).map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    await Promise.all(closed);
    for (const socket of silent) socket.destroy();
    let answer: Answered | undefined; // the hub notices a moment later that they are gone
    while (!answer) answer = await ask(hub, '/api/fleet/enrol', {}).catch(() => undefined);
    expect(answer.status).toBe(422);
  });

  it('is not shut out by connections that end and come again from the same port before the hub has noticed', async () => {
    const comeAndGo = async (localPort?: number): Promise<number | undefined> => {
      const socket = connectTcp({ port: portOf(hub), host: '127.0.0.1', ...(localPort && { localPort }) });
      // Another process may have taken the port meanwhile.
      await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => undefined);
      const port = socket.localPort;
      socket.on('error', () => undefined).resetAndDestroy();
      return port;
    };
    for (let pair = 0; pair < 150; pair++) {
      await comeAndGo(await comeAndGo());
      await forSockets();
    }
    const asked = Array.from({ length: 20 }, () => ask(hub, '/api/fleet/enrol', {}).catch(() => undefined));
    expect((await Promise.all(asked)).map((answer) => answer?.status)).toEqual(asked.map(() => 422));
  });

  it('does not keep the hub from stopping by a connection that says nothing', async () => {
    const stopping = await aHub();
    const silent = connectTcp(portOf(stopping), '127.0.0.1');
    silent.on('error', () => undefined);
    const closed = once(silent, 'close');
    await ask(stopping, '/api/fleet/enrol', {}); // by then the hub has the connection
    await within(8_000, stopping.stop(), 'The hub has waited for the handshake, which may take ten seconds.');
    await closed;
  });

  it('is of a hub that stops at once, also while a broker beside it does not answer', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const connected = once(silent, 'connection') as Promise<[Socket]>;
    const { port } = silent.address() as AddressInfo;
    const stopping = await aHub({ env: { RACKFEED_FLEET_BROKER: `mqtts://127.0.0.1:${port}` } });
    const [socket] = await connected;
    await within(8_000, stopping.stop(), 'The hub has waited for the broker, which has fifteen seconds.');
    socket.destroy();
    silent.close();
  });

  it('has ten seconds for its request', async () => {
    const socket = connectTls({ port: portOf(hub), rejectUnauthorized: false, ...HTTP });
    await new Promise((resolve) => socket.once('secureConnect', resolve));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined);
    socket.write('POST /api/fleet/enrol HTTP/1.1\r\nhost: hub\r\ncontent-length: 10\r\n\r\n{');
    await ask(hub, '/api/fleet/enrol', {}); // by then the hub has the connection
    await hub.seconds(11);
    await closed;
  });

  it('takes no place of another PDU with connections that say nothing: of more than four the oldest end', async () => {
    const { key, certificate: cert } = await aMember(hub, admin);
    const silent = Array.from({ length: 6 }, () =>
      connectTls({ port: portOf(hub), rejectUnauthorized: false, ALPNProtocols: ['mqtt'], key, cert }),
    );
    for (const socket of silent) socket.on('error', () => undefined);
    const closed = silent.map((socket, n) => new Promise<number>((resolve) => socket.once('close', () => resolve(n))));
    const first = await within(
      8_000,
      Promise.race(closed),
      'The hub has waited for a sign-in, which may take ten seconds.',
    );
    const rest = closed.filter((_, n) => n !== first);
    const second = await within(8_000, Promise.race(rest), 'The hub has ended only one connection.');
    expect(silent.filter((socket) => !socket.destroyed)).toHaveLength(4);
    for (const socket of silent) socket.destroy();
    expect(first).not.toBe(second);
  });

  it('is cut off for one packet that is too large also before it has signed in, and while it is shut out', async () => {
    const { key, certificate: cert } = await aMember(hub, admin);
    const START = Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]); // a sign-in of 256 MB
    for (let time = 0; time < 2; time++) {
      const socket = connectTls({ port: portOf(hub), rejectUnauthorized: false, ALPNProtocols: ['mqtt'], key, cert });
      socket.on('error', () => undefined);
      const closed = new Promise((resolve) => socket.once('close', resolve));
      await once(socket, 'secureConnect');
      socket.write(START);
      await new Promise((resolve) => socket.write(Buffer.alloc(24 * 1024 * 1024), resolve));
      await hub.seconds(1);
      await within(8_000, closed, 'The hub has waited for the whole packet, for which it has ten seconds.');
    }
  });

  it('cannot speak MQTT without a certificate', async () => {
    const socket = connectTls({ port: portOf(hub), rejectUnauthorized: false, ALPNProtocols: ['mqtt'] });
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.once('close', resolve));
    expect(hub.app.get(PdusService).all.some((pdu) => hub.app.get(HubLink).isConnected(pdu))).toBe(false);
  });
});

describe('the link of a hub', () => {
  let hub: Hub;
  let admin: Client;
  const readers: MqttReader[] = [];
  beforeAll(async () => {
    hub = await aHub();
    admin = await hub.as('admin');
  });
  afterAll(async () => {
    for (const reader of readers) await reader.end();
    await hub.stop();
  });

  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise((resolve) => setImmediate(resolve));
  };

  it('answers a hello with the time, signed for this PDU', async () => {
    const member = await aMember(hub, admin);
    const address = { site: 'north', shard: 0, pdu: member.id };
    const reader = await connect(hub, member);
    readers.push(reader);
    await reader.subscribe(downFilter(address), 1);
    await reader.publish(upTopic(address, 'hello'), encodeUp('hello', HELLO), 1);
    await until(() => reader.received.length > 0);
    const { message, sent } = decodeDown('now', reader.received[0]?.payload ?? Buffer.of());
    expect(message).toMatchObject({ run: 1, asked: 5, clock: hub.clock.now() });
    expect(isSigned('now', member.id, sent, createPublicKey(member.hubKey))).toBe(true);
  });

  it('passes on what an active PDU sends under its site, and nothing of a revoked one, whose connection ends', async () => {
    const link = hub.app.get(HubLink);
    const [passed, connections]: [string[], string[]] = [[], []];
    link.onUp('event', (pdu, payload) => void passed.push(`${pdu.id} ${payload.toString()}`));
    link.onConnect((pdu) => connections.push(`+${pdu.id}`));
    link.onDisconnect((pdu) => connections.push(`-${pdu.id}`));
    const member = await aMember(hub, admin);
    const address = { site: 'north', shard: 0, pdu: member.id };
    const reader = await connect(hub, member);
    readers.push(reader);
    await reader.publish(upTopic({ ...address, site: 'south' }, 'event'), 'elsewhere', 1);
    await reader.publish(upTopic({ ...address, shard: 1 }, 'event'), 'elsewhere', 1);
    await reader.publish(upTopic(address, 'event'), 'here', 1);
    await until(() => passed.length > 0);
    expect(passed).toEqual([`${member.id} here`]);
    expect(connections).toEqual([`+${member.id}`]);
    expect((await admin.post(`/api/fleet/pdus/${member.id}/revoke`)).body.state).toBe('revoked');
    await reader.closed;
    await until(() => connections.length > 1);
    expect(connections).toEqual([`+${member.id}`, `-${member.id}`]);
    await expect(connect(hub, member)).rejects.toThrow('Not authorized');
    expect((await admin.post(`/api/fleet/pdus/${member.id}/accept`)).body.code).toBe('PDU_REVOKED');
  });
});

describe('the certificate of a hub', () => {
  it('has a new certificate in time, and tries again an hour after one that could not be made', async () => {
    Logger.overrideLogger(false);
    const old = await aHub();
    const { authority } = old.app.get(HubKeysService).current;
    const make = jest.spyOn(authority, 'serverCertificate').mockRejectedValueOnce(new Error('no entropy'));
    old.clock.advance(300 * 24 * 3_600_000);
    await old.poll();
    await old.seconds(2);
    expect(make).toHaveBeenCalledTimes(1);
    old.clock.advance(3_600_000);
    await old.poll();
    expect(make).toHaveBeenCalledTimes(2);
    await old.stop();
  });
});

describe('the keys of a hub', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'rackfeed-test-'));
  const file = join(dataDir, 'hub-authority.pem');
  afterAll(() => rmSync(dataDir, { recursive: true }));

  it('are private, the same after a restart, and never replaced while PDUs trust them', async () => {
    let hub = await aHub({ dataDir });
    const member = await aMember(hub, await hub.as('admin'));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir).filter((name) => name.endsWith('.new'))).toEqual([]);
    await hub.stop();
    hub = await aHub({ dataDir });
    const reader = await connect(hub, member);
    await reader.end();
    expect((await aMember(hub, await hub.as('admin'))).hubKey).toBe(member.hubKey);
    await hub.stop();
    writeFileSync(file, 'nonsense');
    await expect(aHub({ dataDir })).rejects.toThrow(/damaged hub-authority\.pem .*put it back from a backup/);
    unlinkSync(file);
    await expect(aHub({ dataDir })).rejects.toThrow(/has lost hub-authority\.pem, which 2 PDUs trust/);
  });
});
