import type { LookupFunction } from 'node:net';
import type { IClientOptions, MqttClient } from 'mqtt';
import type { Millis } from '../common/clock.js';
import { within } from '../common/time-limit.js';

const END_WITHIN: Millis = 1000;

/** Instead of the library's trace, for which it makes texts of each message that nobody reads. */
const NO_TRACE = (): void => undefined;

/** `lookup` finds the address of a host that is a name; the types of the library do not say that it gets to the socket. */
type SocketOptions = IClientOptions & { readonly lookup: LookupFunction };

/** The topics to read at QoS 1, the time for the broker to allow it, and the errors if it does not. */
interface Subscription {
  readonly filters: readonly string[];
  readonly answerWithin: Millis;
  readonly onMessage: (topic: string, payload: Buffer, isRetained: boolean) => void;
  readonly silent: string;
  readonly refused: string;
}

/**
 * A connection to the broker of a fleet, with mutual TLS; it is never opened again, and keeps no message for later.
 * Resolves once messages arrive; rejects when the broker does not admit the client or cannot be reached.
 */
export async function openBrokerClient(options: SocketOptions, subscription: Subscription): Promise<MqttClient> {
  const { filters, answerWithin, onMessage, silent, refused } = subscription;
  const { connectAsync } = await import('mqtt'); // 18 MB, for the processes of a fleet only
  const client = await connectAsync(
    'mqtts://broker', // host and port are those of the options; a host may be an address of IPv6
    {
      ...options,
      ...{ protocolVersion: 4, clean: true, reconnectPeriod: 0, queueQoSZero: false },
      log: NO_TRACE,
    },
    false,
  );
  client.on('error', () => undefined); // `close` follows
  client.on('message', (topic, payload, { retain }) => onMessage(topic, payload, retain));
  try {
    const granted = await within(answerWithin, client.subscribeAsync([...filters], { qos: 1 }), silent);
    if (granted.length === 0 || granted.some(({ qos }) => qos > 1)) throw new Error(refused);
    if (!client.connected) throw new Error('it has closed the connection');
    return client;
  } catch (error) {
    client.end(true);
    throw error;
  }
}

/** Disconnects within a second, whatever the broker does; no listener hears of it. */
export async function endBrokerClient(client: MqttClient): Promise<void> {
  client.removeAllListeners('close');
  const ended = client.endAsync(false).catch(() => undefined);
  await within(END_WITHIN, ended, 'the broker does not answer').catch(() => client.end(true));
}
