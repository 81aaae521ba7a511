/** A message with QoS 0, as it is written to the broker. */
export interface UnacknowledgedMessage {
  readonly topic: string;
  readonly payload: string;
  readonly retain: boolean;
}

const PUBLISH = 0x30;
const RETAIN = 0x01;
/** Octets of the length of the topic. */
const TOPIC_LENGTH = 2;

/**
 * The packet PUBLISH of a message with QoS 0 and without properties, as MQTT 3.1.1 and 5 define it. The library takes ten
 * times as long for one, and readings are nearly all that is sent.
 *
 * @param hasProperties true in MQTT 5, where the number of properties stands before the payload
 */
export function publishPacket({ topic, payload, retain }: UnacknowledgedMessage, hasProperties: boolean): Buffer {
  const topicOctets = Buffer.byteLength(topic);
  const remaining = TOPIC_LENGTH + topicOctets + (hasProperties ? 1 : 0) + Buffer.byteLength(payload);
  const packet = Buffer.allocUnsafe(1 + lengthOctets(remaining) + remaining);
  let at = packet.writeUInt8(retain ? PUBLISH | RETAIN : PUBLISH, 0);
  let rest = remaining;
  do {
    at = packet.writeUInt8((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0), at);
    rest >>= 7;
  } while (rest > 0);
  at = packet.writeUInt16BE(topicOctets, at);
  at += packet.write(topic, at);
  if (hasProperties) at = packet.writeUInt8(0, at);
  packet.write(payload, at);
  return packet;
}

/** Octets of the length of a packet: seven bits in each. */
export function lengthOctets(remaining: number): number {
  if (remaining < 0x80) return 1;
  if (remaining < 0x4000) return 2;
  return remaining < 0x20_0000 ? 3 : 4;
}
