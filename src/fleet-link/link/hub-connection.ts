import type { MqttClient } from 'mqtt';
import type { Millis } from '../../common/clock.js';
import { encodeUp } from '../../fleet-wire/messages.js';
import { downFilter, upTopic, type LinkAddress } from '../../fleet-wire/topics.js';

const CONNECT_WITHIN: Millis = 30_000;
/** s; the hub's broker sends the will after one and a half of it. */
const KEEPALIVE = 45;

export interface HubConnectionOptions {
  readonly host: string;
  readonly port: number;
  readonly address: LinkAddress;
  readonly run: number;
  /** Key and certificate of this PDU, and the hub's authority, as PEM. */
  readonly key: string;
  readonly certificate: string;
  readonly authority: string;
  readonly onMessage: (topic: string, payload: Buffer) => void;
  /** Called once, when the connection has ended by itself. */
  readonly onEnd: () => void;
}

/** One connection to the hub's broker, with mutual TLS; it is never opened again, and keeps no message for later. */
export class HubConnection {
  private constructor(private readonly client: MqttClient) {}

  /** Resolves once the messages to this PDU arrive. Rejects when the hub does not admit it or cannot be reached. */
  static async open(options: HubConnectionOptions): Promise<HubConnection> {
    const { connectAsync } = await import('mqtt'); // 18 MB, for controllers with a hub only
    const { host, port, address, run, key, certificate, authority, onMessage, onEnd } = options;
    const client = await connectAsync(
      'mqtts://hub', // host and port are those of the options; a host may be an address of IPv6
      {
        host,
        port,
        key,
        cert: certificate,
        ca: authority,
        clientId: address.pdu,
        protocolVersion: 4,
        clean: true,
        keepalive: KEEPALIVE,
        connectTimeout: CONNECT_WITHIN,
        reconnectPeriod: 0,
        queueQoSZero: false,
        will: { topic: upTopic(address, 'gone'), payload: encodeUp('gone', { run }), qos: 1, retain: false },
      },
      false,
    );
    client.on('error', () => undefined); // `close` follows
    client.on('message', onMessage);
    const [granted] = await client.subscribeAsync(downFilter(address), { qos: 1 });
    if (!granted || granted.qos > 1) {
      await client.endAsync(true);
      throw new Error('The hub does not let this PDU read its messages.');
    }
    client.once('close', onEnd);
    return new HubConnection(client);
  }

  /** Sends while the connection lasts. What is not at the hub then is repeated by whoever needs it there. */
  send(topic: string, payload: Buffer): void {
    if (this.client.connected) this.client.publish(topic, payload, { qos: 1 }, () => undefined);
  }

  /** Disconnects; the hub does not get the will. */
  async end(): Promise<void> {
    this.client.removeAllListeners('close');
    await this.client.endAsync(false).catch(() => undefined);
  }
}
