import type * as Mqtt from 'mqtt';
import { lengthOctets } from './publish-packet.js';

/** The limits that a broker of MQTT 5 states when it admits a client. Whoever goes beyond them is disconnected. */
export interface BrokerLimits {
  /** Largest packet, octets. */
  readonly packetSize: number;
  /** Largest number of messages with QoS 1 that are not acknowledged. */
  readonly unacknowledged: number;
  /** False for a broker that knows QoS 0 only. */
  readonly takesQos1: boolean;
}

export const NO_LIMITS: BrokerLimits = { packetSize: Infinity, unacknowledged: Infinity, takesQos1: true };

/** @param properties of the answer to the sign-in; undefined in 3.1.1, which has none */
export const limitsOf = (properties: Mqtt.IConnackPacket['properties']): BrokerLimits => ({
  packetSize: properties?.maximumPacketSize ?? Infinity,
  unacknowledged: properties?.receiveMaximum ?? Infinity,
  takesQos1: properties?.maximumQoS !== 0,
});

/** Octets before the topic, of the packet's number, and before correlation data. */
const [TOPIC_LENGTH, NUMBER, PROPERTIES_LENGTH, CORRELATION_HEAD] = [2, 2, 1, 3];

/** The size of the packet of a message in MQTT 5, octets. */
export function sizeOf({ topic, payload, qos, correlationData }: SizedMessage): number {
  const properties = PROPERTIES_LENGTH + (correlationData ? CORRELATION_HEAD + correlationData.length : 0);
  const content = Buffer.byteLength(topic) + properties + Buffer.byteLength(payload);
  const remaining = TOPIC_LENGTH + (qos > 0 ? NUMBER : 0) + content;
  return 1 + lengthOctets(remaining) + remaining;
}

interface SizedMessage {
  readonly topic: string;
  readonly payload: string;
  readonly qos: 0 | 1;
  readonly correlationData?: Buffer | undefined;
}
