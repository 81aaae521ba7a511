import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import type * as Mqtt from 'mqtt';
import type { Millis } from '../../common/clock.js';
import { withTimeLimit } from '../../common/time-limit.js';
import { AcknowledgementCodes } from './acknowledgement-codes.js';
import { limitsOf, NO_LIMITS, sizeOf, type BrokerLimits } from './broker-limits.js';
import type { BrokerSettings } from './broker-settings.js';
import { publishPacket } from './publish-packet.js';
import { CLOSED, CLOSED_UNANSWERED, lossByCode, lossByError, SILENT, TOO_LONG, type Loss } from './refusals.js';

const { MqttClient } = createRequire(import.meta.url)('mqtt') as typeof Mqtt;

/** Time until the answer to the sign-in, or to a subscription, has come. */
const ANSWER_WITHIN: Millis = 10_000;
const GOODBYE_WITHIN: Millis = 1000;
/** Commands have 4 KiB at most; the longest is what an earlier start has announced to Home Assistant. */
const MAX_PACKET = 128 * 1024;
/**
 * Octets of one packet that are read, and then the connection ends: they are all in memory. A broker of MQTT 5 keeps to
 * {@link MAX_PACKET}; one of 3.1.1 sends whatever anybody has published below the prefix.
 */
const MAX_READ = 8 * 1024 * 1024;
/** Messages of the broker that are under way at once. */
const MAX_INCOMING = 32;

/** A way to sign in: as version 5, as 3.1.1, or as a bridge of 3.1.1, which gets the retain flag as it was published. */
export type Dialect = '5' | '3.1.1' | '3.1.1 bridge';

/** The dialects for a setting of the version, in the order in which they are tried: some brokers refuse bridges. */
export const dialectsOf = (version: BrokerSettings['version']): readonly Dialect[] => {
  if (version === '5') return ['5'];
  return version === '3.1.1' ? ['3.1.1 bridge', '3.1.1'] : ['5', '3.1.1 bridge', '3.1.1'];
};

export const versionOf = (dialect: Dialect): '5' | '3.1.1' => (dialect === '5' ? '5' : '3.1.1');

/** A message as it is sent. */
export interface Message {
  readonly topic: string;
  readonly payload: string;
  readonly qos: 0 | 1;
  readonly retain: boolean;
  /** The correlation data of an answer in MQTT 5. */
  readonly correlationData?: Buffer | undefined;
}

/** A message as it was received. */
export interface Received {
  readonly topic: string;
  readonly payload: Buffer;
  /** True if it was published with the retain flag, or kept by the broker. */
  readonly retain: boolean;
  readonly responseTopic?: string | undefined;
  readonly correlationData?: Buffer | undefined;
  readonly userProperties?: Readonly<Record<string, string | string[]>> | undefined;
}

export interface ConnectionOptions {
  readonly settings: BrokerSettings;
  readonly dialect: Dialect;
  readonly will?: Message;
  /** The connection gets its own messages too, if it subscribes to them. */
  readonly isEchoed?: boolean;
  /** The time for the answer to a subscription. */
  readonly answerWithin?: Millis | undefined;
  readonly onConnect: () => void;
  readonly onMessage: (message: Received) => void;
  /** Called once, at the end; not after {@link BrokerConnection.end}. */
  readonly onEnd: (loss: Loss) => void;
  /** Called when the socket takes more again. */
  readonly onDrain: () => void;
}

/** One MQTT connection on an open socket; nothing is queued, and it is never opened again. */
export class BrokerConnection {
  readonly #client: Mqtt.MqttClient;
  #isConnected = false;
  #isOver = false;
  #loss: Loss | undefined;
  #limits: BrokerLimits = NO_LIMITS;
  /** Packets that are written together. */
  #packets: Buffer[] = [];
  #packetOctets = 0;
  #isTogether = false;
  /** Octets that have come since the last packet was complete. */
  #incomplete = 0;

  constructor(
    private readonly socket: Socket,
    private readonly options: ConnectionOptions,
  ) {
    const { settings, dialect, will } = options;
    const isNew = dialect === '5';
    this.#client = new MqttClient(() => socket, {
      manualConnect: true,
      protocolVersion: isNew ? 5 : 4,
      clean: true,
      clientId: settings.clientId,
      keepalive: settings.keepalive,
      connectTimeout: ANSWER_WITHIN,
      reconnectPeriod: 0,
      resubscribe: false,
      queueQoSZero: false,
      timerVariant: 'native',
      log: () => undefined, // the library would write the password for DEBUG=mqttjs*
      ...(settings.username !== '' && { username: settings.username }),
      ...(settings.password !== '' && { password: settings.password }),
      ...(will && { will: { ...will, payload: Buffer.from(will.payload) } }),
      ...(isNew && {
        properties: { sessionExpiryInterval: 0, maximumPacketSize: MAX_PACKET, receiveMaximum: MAX_INCOMING },
      }),
    });
    this.#client.on('packetsend', (packet) => {
      if (packet.cmd === 'connect' && dialect === '3.1.1 bridge') Object.assign(packet, { bridgeMode: true });
    });
    this.#client.on('connect', ({ properties }) => {
      this.#isConnected = true;
      this.#limits = limitsOf(properties);
      options.onConnect();
    });
    this.#client.on('message', (topic, payload, packet) => this.#receive(topic, payload, packet));
    this.#client.on('disconnect', ({ reasonCode }) => {
      this.#loss = lossByCode(reasonCode ?? 0);
    });
    this.#client.on('error', (error) => {
      this.#loss ??= lossByError(error);
      socket.destroy();
    });
    this.#client.on('close', () => this.#close());
    socket.on('drain', () => options.onDrain());
    if (isNew) AcknowledgementCodes.read(socket);
    this.#limitPackets();
    this.#client.connect();
  }

  get dialect(): Dialect {
    return this.options.dialect;
  }

  /** The address of this controller towards the broker. */
  get localAddress(): string | undefined {
    return this.socket.localAddress;
  }

  /** The number of messages with QoS 1 that the broker takes before it has acknowledged one. */
  get maxUnacknowledged(): number {
    return this.#limits.unacknowledged;
  }

  /** True while the socket has more to send than it should. */
  get isBusy(): boolean {
    return this.socket.writableNeedDrain || this.#packetOctets >= this.socket.writableHighWaterMark;
  }

  /** @param done called when the broker has taken it, or has refused it; never, if the connection ends before */
  publish(message: Message, done: (isTaken: boolean) => void): void {
    if (this.#isOver) return;
    if (this.#limits.packetSize < Infinity && sizeOf(message) > this.#limits.packetSize) {
      done(false);
      return;
    }
    const { topic, payload, retain, correlationData } = message;
    const qos = this.#limits.takesQos1 ? message.qos : 0;
    if (qos === 0 && !correlationData) {
      const packet = publishPacket(message, this.options.dialect === '5');
      this.#packets.push(packet);
      this.#packetOctets += packet.length;
      if (!this.#isTogether) this.#flush();
      done(true);
      return;
    }
    this.#flush();
    const properties = correlationData && { properties: { correlationData } };
    this.#client.publish(topic, payload, { qos, retain, ...properties }, (error) => {
      if (!this.#isOver) done(!error);
    });
  }

  /** Writes what is published meanwhile without acknowledgement at once. */
  together(publish: () => void): void {
    this.#isTogether = true;
    try {
      publish();
    } finally {
      this.#isTogether = false;
      this.#flush();
    }
  }

  #flush(): void {
    const [first, ...others] = this.#packets;
    if (!first) return;
    this.#packets = [];
    this.#packetOctets = 0;
    this.socket.write(others.length > 0 ? Buffer.concat([first, ...others]) : first);
  }

  /**
   * Subscribes; resolves with the topics that the broker admits. Retained messages come only where `withRetained`.
   */
  async subscribe(topics: readonly string[], qos: 0 | 2, withRetained: boolean): Promise<readonly string[]> {
    try {
      const asked = this.#client.subscribeAsync([...topics], {
        qos,
        nl: !this.options.isEchoed,
        rap: true,
        rh: withRetained ? 0 : 2,
      });
      const granted = await this.#answerOf(asked);
      return (granted ?? []).filter((each) => each.qos < 128).map(({ topic }) => topic);
    } catch {
      return [];
    }
  }

  async unsubscribe(topics: readonly string[]): Promise<void> {
    await this.#answerOf(this.#client.unsubscribeAsync([...topics])).catch(() => undefined);
  }

  /** Undefined without an answer. That ends the connection: commands over it would be missed without a word. */
  #answerOf<T>(asked: Promise<T>): Promise<T | undefined> {
    return withTimeLimit<T | undefined>(
      this.options.answerWithin ?? ANSWER_WITHIN,
      () => asked,
      () => {
        this.lose(SILENT);
        return undefined;
      },
    );
  }

  /** Disconnects, so that the broker does not send the last will; resolves within a second. */
  async end(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    await withTimeLimit(
      GOODBYE_WITHIN,
      () => this.#client.endAsync(false),
      () => undefined,
    ).catch(() => undefined);
    this.socket.destroy();
  }

  /** Closes at once, as a crash would: the broker sends the last will. */
  destroy(): void {
    this.#isOver = true;
    this.socket.destroy();
  }

  /** Closes because of what the broker does, which is the reason unless there was one before. */
  lose(loss: Loss): void {
    this.#loss ??= loss;
    this.socket.destroy();
  }

  #close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.options.onEnd(this.#loss ?? (this.#isConnected ? CLOSED : CLOSED_UNANSWERED));
  }

  /** Also calls a listener with each message. */
  onEachMessage(listener: (message: Pick<Received, 'topic' | 'payload'>) => void): void {
    this.#client.on('message', (topic, payload) => listener({ topic, payload }));
  }

  #limitPackets(): void {
    this.socket.on('data', ({ length }: Buffer) => {
      this.#incomplete += length;
      if (this.#incomplete > MAX_READ) this.lose(TOO_LONG);
    });
    this.#client.on('packetreceive', () => (this.#incomplete = 0));
  }

  #receive(topic: string, payload: Buffer, { retain, properties }: Mqtt.IPublishPacket): void {
    if (this.#isOver) return;
    this.options.onMessage({
      topic,
      payload,
      retain,
      responseTopic: properties?.responseTopic,
      correlationData: properties?.correlationData,
      userProperties: properties?.userProperties,
    });
  }
}
