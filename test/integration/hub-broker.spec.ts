import { createPrivateKey, X509Certificate } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { downFilter, downTopic, upTopic, type LinkAddress } from '../../src/fleet-wire/topics.js';
import { FleetAuthority, PDU_VALIDITY, RequestError } from '../../src/hub/authority/fleet-authority.js';
import type { EmbeddedBroker } from '../../src/hub/broker/embedded-broker.js';
import { makeCertificateRequest, type SignedRequest } from '../../src/tls/certificate-request.js';
import { MqttReader } from '../support/clients/mqtt-reader.js';
import { Authority } from '../support/servers/certificates.js';
import { FleetBroker } from '../support/servers/fleet-broker.js';

const NAMES = { hosts: ['localhost'], addresses: ['127.0.0.1'] };
const addressOf = (number: number): LinkAddress => ({
  site: 'north',
  shard: 0,
  pdu: `019aa0a0-0000-7000-8000-00000000000${number}`,
});
const [A, B] = [addressOf(1), addressOf(2)];
const aRequest = (commonName = 'anything', keyType: 'ec' | 'rsa' = 'ec'): SignedRequest =>
  makeCertificateRequest({ commonName, names: { hosts: [], addresses: [] }, keyType });

let authority: FleetAuthority;
beforeAll(async () => {
  authority = await FleetAuthority.create(Date.now());
});

describe('the authority of a fleet', () => {
  it('issues a certificate that names the PDU, whatever its request has said, for 90 days', async () => {
    const request = aRequest('another name');
    const certificate = new X509Certificate(await authority.issue(request.request, A.pdu, Date.now()));
    expect(certificate.subject).toBe(`CN=${A.pdu}`);
    expect(certificate.verify(new X509Certificate(authority.certificate).publicKey)).toBe(true);
    expect(certificate.ca).toBe(false);
    expect(Date.parse(certificate.validTo) - Date.now()).toBeLessThanOrEqual(PDU_VALIDITY);
    expect(certificate.checkPrivateKey(createPrivateKey(request.key))).toBe(true);
  });

  it('is the same after it was stored', async () => {
    const opened = await FleetAuthority.open(authority.stored);
    const certificate = new X509Certificate(await opened.issue(aRequest().request, A.pdu, Date.now()));
    expect(certificate.verify(new X509Certificate(authority.certificate).publicKey)).toBe(true);
  });

  it('refuses a request that is none, has another kind of key, or does not prove its key', async () => {
    const forged = aRequest().request.replace(/.{8}(?=[^\n]{0,8}\n-----END)/, 'AAAAAAAA');
    for (const request of ['', 'x'.repeat(20_000), aRequest('a', 'rsa').request, forged]) {
      await expect(authority.issue(request, A.pdu, Date.now())).rejects.toThrow(RequestError);
    }
  });
});

describe('the broker of a small hub', () => {
  let server: FleetBroker;
  let broker: EmbeddedBroker;
  let revoked: Set<string>;
  let received: string[];
  const readers: MqttReader[] = [];

  /** Connects with a certificate of its own, or with another credential. */
  const connect = async (address: LinkAddress, given: { clientId?: string; key?: string; cert?: string } = {}) => {
    const { key, request } = aRequest();
    const cert = await authority.issue(request, address.pdu, Date.now());
    const { clientId = address.pdu, ...credential } = given;
    const will = { topic: upTopic(address, 'gone'), payload: Buffer.from('gone'), qos: 1 as const, retain: false };
    const options = { ca: authority.certificate, key, cert, will, ...credential };
    const reader = await MqttReader.connect(`mqtts://127.0.0.1:${server.port}`, clientId, options);
    readers.push(reader);
    return reader;
  };
  const until = async (message: string) => {
    while (!received.includes(message)) await new Promise((resolve) => setImmediate(resolve));
  };

  beforeEach(async () => {
    [revoked, received] = [new Set(), []];
    server = await FleetBroker.start({
      certificate: await authority.serverCertificate(NAMES, Date.now()),
      authority: authority.certificate,
      isAdmitted: (pdu) => !revoked.has(pdu),
      onMessage: ({ address, kind }, payload) => received.push(`${upTopic(address, kind)} ${payload.toString()}`),
    });
    broker = server.broker;
  });
  afterEach(async () => {
    for (const reader of readers.splice(0)) await reader.end();
    await server.stop();
  });

  it('goes on when the hub sends thousands of messages at once, most of them to PDUs that are away', async () => {
    const reader = await connect(A);
    await reader.subscribe(downFilter(A), 1);
    for (let n = 0; n < 200; n++) broker.publish(downTopic(A, 'lease'), Buffer.from('a lease'), 1);
    for (let n = 0; n < 10_000; n++) broker.publish(downTopic(B, 'lease'), Buffer.from('a lease'), 1);
    broker.publish(downTopic(A, 'now'), Buffer.from('now'), 1);
    expect((await reader.until('now')).length).toBe(201);
  });

  it('carries what a PDU sends to the hub, and what the hub sends to this PDU', async () => {
    const reader = await connect(A);
    await reader.subscribe(downFilter(A), 1);
    await reader.publish(upTopic(A, 'hello'), 'hello', 1);
    await until(`${upTopic(A, 'hello')} hello`);
    broker.publish(downTopic(B, 'now'), Buffer.from('to another'), 1);
    broker.publish(downTopic(A, 'now'), Buffer.from('now'), 1);
    expect(await reader.until('now')).toEqual([`${downTopic(A, 'now')} now`]);
    expect([broker.connected, broker.isConnected(A.pdu), broker.isConnected(B.pdu)]).toEqual([1, true, false]);
  });

  it('says when a PDU is gone without a word, in the words of its will', async () => {
    (await connect(A)).breakConnection();
    await until(`${upTopic(A, 'gone')} gone`);
  });

  it('admits nobody without a certificate, with that of another authority, or under the id of another PDU', async () => {
    const { key, cert } = new Authority().server(A.pdu);
    await expect(connect(A, { key, cert })).rejects.toThrow();
    await expect(
      MqttReader.connect(`mqtts://127.0.0.1:${server.port}`, A.pdu, { ca: authority.certificate }),
    ).rejects.toThrow();
    await expect(connect(A, { clientId: B.pdu })).rejects.toThrow('Not authorized');
    expect(broker.connected).toBe(0);
  });

  it.each([
    ['as another PDU', upTopic(B, 'hello')],
    ['as another PDU of a later release', upTopic(B, 'hello').replace(/h$/, 'later')],
    ['as the hub', downTopic(A, 'command')],
    ['elsewhere', 'anything'],
    ['for the broker itself', '$SYS/x'],
  ])('ends the connection of a PDU that sends %s, and carries nothing of it', async (_, topic) => {
    const [forger, other] = [await connect(A), await connect(B)];
    await other.subscribe(downFilter(B), 1);
    forger.client.publish(topic, 'forged', { qos: 1 });
    await forger.closed;
    await other.publish(upTopic(B, 'hello'), 'hello', 1);
    await until(`${upTopic(B, 'hello')} hello`);
    expect(received.filter((line) => line.endsWith('forged'))).toEqual([]);
    expect(other.received).toEqual([]);
  });

  it.each([downFilter(B), 'rf/1/+/+/+/down/+', '#', '$SYS/#', upTopic(B, 'event'), `rf/1/north/0/${A.pdu}/#`])(
    'lets a PDU read only what is for it, and not %s',
    async (filter) => {
      const reader = await connect(A);
      await expect(reader.subscribe(filter)).rejects.toThrow();
    },
  );

  it('carries nothing that only a later release knows, and leaves its PDU connected', async () => {
    const pdu = await connect(A);
    await pdu.publish(upTopic(A, 'hello').replace(/h$/, 'later'), 'of a later release', 1);
    await pdu.publish(upTopic(A, 'hello'), 'hello', 1);
    await until(`${upTopic(A, 'hello')} hello`);
    expect(received.filter((line) => line.endsWith('release'))).toEqual([]);
  });

  it('retains nothing', async () => {
    const reader = await connect(A);
    reader.client.publish(upTopic(A, 'state'), 'state', { qos: 1, retain: true });
    await reader.closed;
    expect(received.filter((line) => line.endsWith('state'))).toEqual([]);
  });

  it('ends the connection of a PDU that is revoked, and admits it no more', async () => {
    const reader = await connect(A);
    revoked.add(A.pdu);
    broker.disconnect(A.pdu);
    await reader.closed;
    await expect(connect(A)).rejects.toThrow('Not authorized');
  });
});
