import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeUp, encodeDown, type DownMessage, type UpMessage } from '../../../src/fleet-wire/messages.js';
import { signed } from '../../../src/fleet-wire/signature.js';
import {
  downTopic,
  type DownKind,
  type LinkAddress,
  type UpKind,
  type UpTopic,
} from '../../../src/fleet-wire/topics.js';
import type { FleetAgent } from '../../../src/fleet-link/fleet-agent.js';
import { FleetLinkService } from '../../../src/fleet-link/fleet-link.service.js';
import type { FleetIdentity } from '../../../src/fleet-link/identity/identity-file.js';
import { FleetAuthority } from '../../../src/hub/authority/fleet-authority.js';
import type { EmbeddedBroker } from '../../../src/hub/broker/embedded-broker.js';
import { makeCertificateRequest } from '../../../src/tls/certificate-request.js';
import { aPdu, type Pdu, type PduOptions } from '../app/pdu.js';
import { forSockets, scaledTimeLimit } from '../time/time-limits.js';
import { FleetBroker } from '../servers/fleet-broker.js';
import { VirtualClock } from '../time/virtual-clock.js';

export const ADDRESS: LinkAddress = { site: 'north', shard: 0, pdu: '019aa0a0-0000-7000-8000-000000000001' };
export const HUB_TIME = 1_800_000_000_000;

type SignedKind = 'now' | 'command' | 'close' | 'lease';

/** Resolves when it holds; real sockets go on meanwhile, virtual time does not. */
export const until = async (holds: () => boolean): Promise<void> => {
  const limit = AbortSignal.timeout(scaledTimeLimit(60_000));
  while (!holds()) {
    limit.throwIfAborted();
    await new Promise((resolve) => setImmediate(resolve));
  }
};

/** Lets seconds pass until it holds, and what each of them has begun at real sockets happen meanwhile. */
export const secondsUntil = async (pdu: Pdu, holds: () => boolean | Promise<boolean>): Promise<void> => {
  const limit = AbortSignal.timeout(scaledTimeLimit(60_000));
  while (!(await holds())) {
    limit.throwIfAborted();
    await pdu.seconds(1);
    await forSockets();
  }
};

/**
 * The broker of a hub, with a test that speaks for the hub, and the folder of a PDU that has enrolled there. It answers
 * each hello with its clock, as a hub does.
 */
export class HubStandIn {
  readonly clock = new VirtualClock();
  readonly received: { readonly kind: UpKind; readonly payload: Buffer }[] = [];
  readonly folder = mkdtempSync(join(tmpdir(), 'rackfeed-fleet-'));
  answersHellos = true;
  #number = 0;

  private constructor(
    readonly authority: FleetAuthority,
    readonly keys: ReturnType<typeof keyPair>,
    private readonly server: FleetBroker,
  ) {}

  static async start(): Promise<HubStandIn> {
    const authority = await FleetAuthority.create(Date.now());
    const names = { hosts: ['localhost'], addresses: ['127.0.0.1'] };
    const certificate = await authority.serverCertificate(names, Date.now());
    const onMessage: { now: (topic: UpTopic, payload: Buffer) => void } = { now: () => undefined };
    const server = await FleetBroker.start({
      ...{ authority: authority.certificate, certificate },
      ...{ isAdmitted: () => true, onMessage: (topic, payload) => onMessage.now(topic, payload) },
    });
    const hub = new HubStandIn(authority, keyPair(), server);
    onMessage.now = (topic, payload) => hub.#receive(topic, payload);
    await hub.enrolAgain();
    return hub;
  }

  /** A controller that has enrolled here before, with what it stores in its folder. */
  aMember(options: PduOptions = {}): Promise<Pdu> {
    const env = { RACKFEED_HUB: `127.0.0.1:${this.server.port}`, ...options.env };
    return aPdu({ dataDir: this.folder, clock: this.clock, ...options, env });
  }

  /** That of its broker. */
  get port(): number {
    return this.server.port;
  }

  get broker(): EmbeddedBroker {
    return this.server.broker;
  }

  get now(): number {
    return HUB_TIME + this.clock.uptime();
  }

  of<K extends 'hello' | 'gone' | 'state' | 'event' | 'answer'>(kind: K): UpMessage<K>[] {
    return this.payloads(kind).map((payload) => decodeUp(kind, payload));
  }

  payloads(kind: UpKind): Buffer[] {
    return this.received.filter((each) => each.kind === kind).map(({ payload }) => payload);
  }

  answersTo(id: string): UpMessage<'answer'>[] {
    return this.of('answer').filter((answer) => answer.id === id);
  }

  sign<K extends SignedKind>(kind: K, message: Omit<DownMessage<K>, 'sig' | 'pdu'>, keys = this.keys) {
    return signed(kind, { ...message, pdu: ADDRESS.pdu }, keys.privateKey);
  }

  send(kind: DownKind, message: object): void {
    this.broker.publish(downTopic(ADDRESS, kind), encodeDown(kind, message as never), 1);
  }

  sendTime({ run, asked }: UpMessage<'hello'>): void {
    this.send('now', this.sign('now', { run, asked, clock: this.now }));
  }

  aCommand(target: string, command: 'ON' | 'OFF' = 'OFF', validFor = 10_000) {
    const [id, number] = [randomUUID(), ++this.#number];
    return { id, number, target, command, until: this.now + validFor, who: 'alice' };
  }

  async stop(): Promise<void> {
    await this.server.stop();
    rmSync(this.folder, { recursive: true });
  }

  /** Writes the identity of a member into the folder of the PDU. */
  async enrolAgain(): Promise<void> {
    const { key, request } = makeCertificateRequest({
      ...{ commonName: 'a PDU', names: { hosts: [], addresses: [] }, keyType: 'ec' },
    });
    const identity: FleetIdentity = {
      ...{ key, token: '', authority: this.authority.certificate },
      membership: {
        ...ADDRESS,
        certificate: await this.authority.issue(request, ADDRESS.pdu, Date.now()),
        hubKey: this.keys.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      },
    };
    writeFileSync(join(this.folder, 'fleet-identity.json'), JSON.stringify(identity), { mode: 0o600 });
  }

  #receive({ kind }: UpTopic, payload: Buffer): void {
    this.received.push({ kind, payload });
    if (kind === 'hello' && this.answersHellos) this.sendTime(decodeUp('hello', payload));
  }
}

const keyPair = () => generateKeyPairSync('ed25519');
export const otherKeys = keyPair;

/** The link of a controller, once it works by itself. */
export async function agentOf(pdu: Pdu): Promise<FleetAgent> {
  const agent = await pdu.app.get(FleetLinkService).started();
  if (!agent) throw new Error('The link to the hub has not started.');
  return agent;
}

/** True while the controller is connected and knows the hub's clock. */
export async function isLinked(pdu: Pdu): Promise<boolean> {
  const { link } = await agentOf(pdu);
  return link?.isConnected === true && link.session.now !== undefined;
}

/** Resolves when the controller knows the hub's clock. */
export async function untilConnected(pdu: Pdu): Promise<FleetAgent> {
  const agent = await agentOf(pdu);
  await until(() => agent.link?.isConnected === true && agent.link.session.now !== undefined);
  return agent;
}
