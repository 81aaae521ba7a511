import { randomBytes } from 'node:crypto';
import type { LookupFunction } from 'node:net';
import type { MqttClient } from 'mqtt';
import type { Millis } from '../../common/clock.js';
import type { Seconds } from '../../common/units.js';
import { RetryDelay } from '../../common/retry-delay.js';
import type { HubAddress } from '../../config/runtime-config.js';
import { decodeUp } from '../../fleet-wire/messages.js';
import {
  BRIDGE_FILTER,
  parseTopic,
  siteOfBridge,
  UP_FILTER,
  type LinkAddress,
  type UpTopic,
} from '../../fleet-wire/topics.js';
import { endBrokerClient, openBrokerClient } from '../../outbound/broker-client.js';
import { reasonOf } from '../../outbound/delivery.js';
import type { Certificate } from '../../tls/certificate.js';
import { HeardPdus } from './heard-pdus.js';
import type { BrokerStatus, HubBroker } from './hub-broker.js';

const CONNECT_WITHIN: Millis = 15_000;
/** A broker that stands still is noticed after one and a half of it. */
const KEEPALIVE: Seconds = 15;
/** The longest time between two attempts to connect, before chance is added. */
const LONGEST: Millis = 30_000;
/** More than this waits for a broker that takes nothing: the connection ends, as what is sent late is worth nothing. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

export interface ExternalBrokerOptions {
  /** They are tried one after the other. */
  readonly addresses: readonly HubAddress[];
  /** The authority of the hub, PEM: only a broker with a certificate of it is spoken to. */
  readonly authority: string;
  /** Key and certificate with which the hub connects. */
  readonly certificate: Certificate;
  /** Finds the address of a host that is a name. */
  readonly lookup: LookupFunction;
  readonly uptime: () => Millis;
  /** False for a PDU that is not of this fleet any more, or has sent too much: it is not heard. */
  readonly isHeard: (address: LinkAddress) => boolean;
  readonly onMessage: (topic: UpTopic, payload: Buffer) => void;
  readonly onConnect: (pdu: string) => void;
  readonly onDisconnect: (pdu: string) => void;
  /** The connection to the broker, or what is known of a site, has changed. */
  readonly onStatus: (status: BrokerStatus) => void;
}

/**
 * The connection of a hub to a broker beside it, with mutual TLS, opened again whenever it has ended. The broker is not
 * trusted: it could lose or repeat messages, but forge no command. What is sent while it is away is lost.
 */
export class ExternalBroker implements HubBroker {
  readonly #heard: HeardPdus;
  readonly #delay = new RetryDelay(Math.random, { longest: LONGEST, jitter: 0.5 });
  readonly #lostSites = new Map<string, Millis>();
  #certificate: Certificate;
  #client: MqttClient | undefined;
  #attempt: Promise<void> | undefined;
  #tries = 0;
  #retryAt: Millis = -Infinity;
  #isStopped = false;
  #status: BrokerStatus;

  constructor(private readonly options: ExternalBrokerOptions) {
    const { uptime, onConnect, onDisconnect } = options;
    this.#certificate = options.certificate;
    this.#heard = new HeardPdus(uptime, onConnect, onDisconnect);
    const reason = 'The hub has not connected to it yet.';
    this.#status = { state: 'unreachable', address: undefined, since: uptime(), reason, lostSites: this.#lostSites };
    this.onTick(uptime());
  }

  get status(): BrokerStatus {
    return this.#status;
  }

  isConnected(pdu: string): boolean {
    return this.#heard.isThere(pdu);
  }

  publish(topic: string, payload: Buffer, qos: 0 | 1): void {
    const client = this.#client;
    if (!client?.connected) return;
    const { writableLength } = client.stream;
    if (writableLength > MAX_WAITING_BYTES) client.stream.destroy();
    else client.publish(topic, payload, { qos }, () => undefined);
  }

  /** Only the broker could end its connection; the hub takes it for gone until it is heard again. */
  disconnect(pdu: string): void {
    this.#heard.gone(pdu);
  }

  /** Shows another certificate at the next connection. */
  renew(certificate: Certificate): void {
    this.#certificate = certificate;
  }

  onTick(uptime: Millis): void {
    this.#heard.onTick();
    if (this.#client || this.#attempt || this.#isStopped || uptime < this.#retryAt) return;
    this.#attempt = this.#connect().finally(() => (this.#attempt = undefined));
  }

  /** Waits for no attempt: a broker that does not answer would outlast the time in which a hub has to stop. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const client = this.#client;
    this.#client = undefined;
    if (client) await endBrokerClient(client);
  }

  async #connect(): Promise<void> {
    const { addresses } = this.options;
    const address = addresses[this.#tries++ % addresses.length];
    if (!address) return;
    const name = `${address.host} port ${address.port}`;
    try {
      const client = await this.#open(address);
      if (this.#isStopped) {
        await client.endAsync(true);
        return;
      }
      this.#client = client;
      this.#delay.onConnect(this.options.uptime());
      this.#tries--; // the next attempt begins with the one that was there
      this.#heard.begin();
      this.#enter('connected', name);
      client.once('close', () => this.#lost(name, `The broker ${name} has closed the connection.`));
    } catch (error) {
      this.#lost(name, `The broker ${name} cannot be reached: ${reasonOf(error)}.`);
    }
  }

  /** Resolves once messages of PDUs arrive. */
  #open({ host, port }: HubAddress): Promise<MqttClient> {
    const { authority, lookup } = this.options;
    const { key, chain } = this.#certificate;
    return openBrokerClient(
      {
        ...{ host, port, lookup, key, cert: chain, ca: authority },
        clientId: `rackfeed-hub-${randomBytes(6).toString('hex')}`,
        ...{ keepalive: KEEPALIVE, connectTimeout: CONNECT_WITHIN },
      },
      {
        ...{ filters: [UP_FILTER, BRIDGE_FILTER], answerWithin: CONNECT_WITHIN },
        onMessage: (topic, payload, isRetained) => this.#receive(topic, payload, isRetained),
        silent: 'it does not answer',
        refused: 'it does not let the hub read the messages of PDUs',
      },
    );
  }

  /** Nothing that was retained is heard but the state of a bridge: it would be an old message. */
  #receive(topic: string, payload: Buffer, isRetained: boolean): void {
    if (this.#isStopped) return; // an attempt to connect may still be under way
    const site = siteOfBridge(topic);
    if (site !== undefined) return this.#onBridge(site, payload.toString());
    const parsed = parseTopic(topic);
    if (parsed?.direction !== 'up' || isRetained) return;
    const { kind, address } = parsed;
    if (!this.options.isHeard(address)) return;
    if (kind === 'gone') this.#heard.gone(address.pdu, runIn(kind, payload));
    else this.#heard.heard(address.pdu, kind === 'hello' ? runIn(kind, payload) : undefined);
    this.options.onMessage(parsed, payload);
  }

  #onBridge(site: string, state: string): void {
    const isLost = this.#lostSites.has(site);
    if (state === '0' && !isLost) this.#lostSites.set(site, this.options.uptime());
    else if (state === '1' && isLost) this.#lostSites.delete(site);
    else return;
    this.options.onStatus(this.#status);
  }

  #lost(name: string, reason: string): void {
    this.#client = undefined;
    if (this.#isStopped) return;
    this.#heard.end();
    this.#lostSites.clear();
    const uptime = this.options.uptime();
    this.#retryAt = uptime + this.#delay.next(uptime);
    this.#enter('unreachable', name, reason);
  }

  #enter(state: BrokerStatus['state'], address: string, reason?: string): void {
    const since = state === this.#status.state ? this.#status.since : this.options.uptime();
    this.#status = { state, address, since, reason, lostSites: this.#lostSites };
    this.options.onStatus(this.#status);
  }
}

/** Undefined for a message that cannot be read, which is dropped later. */
function runIn(kind: 'hello' | 'gone', payload: Buffer): number | undefined {
  try {
    return decodeUp(kind, payload).run;
  } catch {
    return undefined;
  }
}
