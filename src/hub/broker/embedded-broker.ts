import type { TLSSocket } from 'node:tls';
import type { Aedes, Client, PublishPacket } from 'aedes';
import type { Millis } from '../../common/clock.js';
import { parseTopic, PROTOCOL_VERSION, senderOf, type ParsedTopic, type UpTopic } from '../../fleet-wire/topics.js';
import { pduOfCertificate } from '../link/fleet-port.js';
import type { HubBroker } from './hub-broker.js';

const SIGN_IN_WITHIN: Millis = 10_000;
/** The time for a PDU to read what it was sent; then its connection ends. */
const DRAIN_WITHIN: Millis = 15_000;
/** Connections of one PDU, which may come back before its old ones are known to be broken. */
const MAX_OF_PDU = 4;
/** Messages of one connection that wait for their turn. */
const MAX_QUEUE = 100;
/**
 * Messages that are being delivered. With a limit, all wait for PDUs that read nothing, and those that have waited are then
 * dealt with inside each other: some thousands of them are more than the stack has room for. Each connection has its own limits.
 */
const UNLIMITED = 0;
/** s; a longer one would not show a broken connection in time. */
const MAX_KEEPALIVE = 120;
/** The code of MQTT 3.1.1 for a refusal that passes by itself. */
const SERVER_UNAVAILABLE = 3;

const isOf = ({ direction, address }: ParsedTopic, pdu: string): boolean => direction === 'up' && address.pdu === pdu;

export interface BrokerOptions {
  /** False for a PDU that is not accepted, or is revoked. */
  readonly isAdmitted: (pdu: string) => boolean;
  /** True for a PDU that has sent too much, and may not connect for a while. */
  readonly isShutOut?: (pdu: string) => boolean;
  /** Counts a packet of a PDU; false for one too many, which ends its connection. */
  readonly mayTake?: (pdu: string) => boolean;
  /** The payload is a part of what the connection has read at once: who retains it makes a copy. */
  readonly onMessage: (topic: UpTopic, payload: Buffer) => void;
  readonly onConnect?: (pdu: string) => void;
  readonly onDisconnect?: (pdu: string) => void;
  /** Called each second with each connection of a PDU, also with those that have not signed in yet. */
  readonly onConnection?: (pdu: string, connection: TLSSocket) => void;
}

/** A packet that a PDU may send, with its topic, so that this is parsed once. */
interface Heard {
  heard?: UpTopic;
}

/**
 * The MQTT broker inside a small hub. A PDU connects with its certificate and under its own id; it publishes below its own
 * `up` and reads below its own `down`, nothing else. Nothing is retained, and no session outlives its connection.
 */
export class EmbeddedBroker implements HubBroker {
  readonly #clients = new Map<string, Client>();
  /** All connections by the PDU of their certificate, also those that have not signed in yet; the oldest of each first. */
  readonly #sockets = new Map<string | undefined, Set<TLSSocket>>();

  private constructor(
    private readonly aedes: Aedes,
    private readonly onConnection: BrokerOptions['onConnection'],
  ) {}

  static async create(options: BrokerOptions): Promise<EmbeddedBroker> {
    const { Aedes } = await import('aedes'); // only a hub has a broker
    const { isAdmitted, onMessage, onConnect, onDisconnect, isShutOut = () => false, mayTake = () => true } = options;
    const aedes = await Aedes.createBroker({
      connectTimeout: SIGN_IN_WITHIN,
      drainTimeout: DRAIN_WITHIN,
      keepaliveLimit: MAX_KEEPALIVE,
      queueLimit: MAX_QUEUE,
      concurrency: UNLIMITED,
      maxClientsIdLength: 36,
      authenticate: (client, _name, _password, done) => {
        const pdu = pduOf(client);
        if (pdu !== undefined && isShutOut(pdu)) {
          done(Object.assign(new Error('it has sent too much'), { returnCode: SERVER_UNAVAILABLE }), null);
          return;
        }
        // Under the id of another PDU it would end that one's connection.
        done(null, pdu !== undefined && client.id === pdu && isAdmitted(pdu));
      },
      authorizePublish: (client, packet: PublishPacket & Heard, done) => {
        if (client && !mayTake(client.id)) {
          done(new Error('too many messages'));
          return;
        }
        const parsed = parseTopic(packet.topic);
        // A message that only a later release knows is let through, and nobody hears it: a refusal would end the connection.
        const isOwn = !client || (parsed ? isOf(parsed, client.id) : senderOf(packet.topic) === client.id);
        if (isOwn && parsed?.direction === 'up') packet.heard = parsed;
        done(isOwn && !packet.retain ? null : new Error('not a topic of this PDU'));
      },
      // No PDU reads what another one sends, so the hub takes it here, without a subscription.
      published: ({ heard, payload }: PublishPacket & Heard, _client, done) => {
        if (heard) onMessage(heard, payload as Buffer);
        done();
      },
      authorizeSubscribe: (client, subscription, done) => {
        const isOwn = mayRead(subscription.topic, client.id) && subscription.qos <= 1;
        done(null, mayTake(client.id) && isOwn ? subscription : null);
      },
    });
    const broker = new EmbeddedBroker(aedes, options.onConnection);
    aedes.on('ping', (_packet, client) => void mayTake(client.id));
    aedes.on('clientReady', (client) => {
      broker.#clients.set(client.id, client);
      onConnect?.(client.id);
    });
    aedes.on('clientDisconnect', (client) => {
      if (broker.#clients.get(client.id) !== client) return; // it has come back on another connection
      broker.#clients.delete(client.id);
      onDisconnect?.(client.id);
    });
    return broker;
  }

  /** The number of PDUs that are connected. */
  get connected(): number {
    return this.#clients.size;
  }

  isConnected(pdu: string): boolean {
    return this.#clients.has(pdu);
  }

  publish(topic: string, payload: Buffer, qos: 0 | 1): void {
    this.aedes.publish({ cmd: 'publish', topic, payload, qos, retain: false, dup: false }, () => undefined);
  }

  /** Ends the connection of a PDU that is not admitted any more. */
  disconnect(pdu: string): void {
    this.#clients.get(pdu)?.close();
  }

  onTick(): void {
    for (const [pdu, sockets] of this.#sockets) {
      if (pdu !== undefined) for (const socket of sockets) this.onConnection?.(pdu, socket);
    }
  }

  /** Ends all connections. */
  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.aedes.close(() => resolve()));
    for (const sockets of this.#sockets.values()) for (const socket of sockets) socket.destroy();
  }

  /** Takes over a connection whose certificate of the authority TLS has checked; it may end an older one of its PDU. */
  accept(socket: TLSSocket): void {
    const pdu = pduOfCertificate(socket);
    const sockets = this.#sockets.get(pdu) ?? new Set();
    const [oldest] = sockets;
    if (oldest && sockets.size >= MAX_OF_PDU) {
      sockets.delete(oldest);
      oldest.destroy();
    }
    this.#sockets.set(pdu, sockets.add(socket));
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0 && this.#sockets.get(pdu) === sockets) this.#sockets.delete(pdu);
    });
    this.aedes.handle(socket);
  }
}

const pduOf = ({ conn }: Client): string | undefined => pduOfCertificate(conn as TLSSocket);

/** True for a filter of messages to this PDU alone, at any site and shard. */
function mayRead(filter: string, pdu: string): boolean {
  const [protocol, version, , , whom, direction] = filter.split('/');
  return protocol === 'rf' && version === String(PROTOCOL_VERSION) && whom === pdu && direction === 'down';
}
