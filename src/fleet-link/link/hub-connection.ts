import type { LookupFunction } from 'node:net';
import type { MqttClient } from 'mqtt';
import type { Millis } from '../../common/clock.js';
import type { Seconds } from '../../common/units.js';
import { encodeUp } from '../../fleet-wire/messages.js';
import { downFilter, upTopic, type LinkAddress } from '../../fleet-wire/topics.js';
import { endBrokerClient, openBrokerClient } from '../../outbound/broker-client.js';

const CONNECT_WITHIN: Millis = 30_000;
/** The hub's broker sends the will after one and a half of it. */
const KEEPALIVE: Seconds = 45;

export interface HubConnectionOptions {
  readonly host: string;
  readonly port: number;
  readonly address: LinkAddress;
  readonly run: number;
  /** Key and certificate of this PDU, and the hub's authority, as PEM. */
  readonly key: string;
  readonly certificate: string;
  readonly authority: string;
  /** Finds the address of a host that is a name. */
  readonly lookup: LookupFunction;
  /** The time for the broker to say whether this PDU may read its messages. */
  readonly answerWithin?: Millis | undefined;
  readonly onMessage: (topic: string, payload: Buffer) => void;
  /** Called once, when the connection has ended by itself. */
  readonly onEnd: () => void;
}

/** One connection to the hub's broker, with mutual TLS; it is never opened again, and keeps no message for later. */
export class HubConnection {
  private constructor(
    private readonly client: MqttClient,
    private readonly options: Pick<HubConnectionOptions, 'address' | 'run'>,
  ) {}

  /** Resolves once the messages to this PDU arrive. Rejects when the hub does not admit it or cannot be reached. */
  static async open(options: HubConnectionOptions): Promise<HubConnection> {
    const { host, port, address, run, key, certificate, authority, lookup, onMessage, onEnd } = options;
    const { answerWithin = CONNECT_WITHIN } = options;
    const client = await openBrokerClient(
      {
        ...{ host, port, lookup, key, cert: certificate, ca: authority, clientId: address.pdu },
        ...{ keepalive: KEEPALIVE, connectTimeout: CONNECT_WITHIN },
        will: { topic: upTopic(address, 'gone'), payload: encodeUp('gone', { run }), qos: 1, retain: false },
      },
      {
        ...{ filters: [downFilter(address)], answerWithin, onMessage },
        silent: 'it does not answer',
        refused: 'it does not let this PDU read its messages',
      },
    );
    client.once('close', onEnd);
    return new HubConnection(client, options);
  }

  /** The address of the hub, as far as it is known. */
  get hub(): string | undefined {
    const { remoteAddress } = this.client.stream as { readonly remoteAddress?: string };
    return remoteAddress;
  }

  /** Sends while the connection lasts. What is not at the hub then is repeated by whoever needs it there. */
  send(topic: string, payload: Buffer, qos: 0 | 1 = 1): void {
    if (this.client.connected) this.client.publish(topic, payload, { qos }, () => undefined);
  }

  /** Disconnects. The message `gone` takes the place of the will, which the hub does not get then. */
  async end(): Promise<void> {
    const { address, run } = this.options;
    this.send(upTopic(address, 'gone'), encodeUp('gone', { run }));
    await endBrokerClient(this.client);
  }
}
