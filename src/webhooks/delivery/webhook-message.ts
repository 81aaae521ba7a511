import type { Millis } from '../../common/clock.js';
import { messageIdOf } from '../../common/message-signature.js';
import { newToken } from '../../common/token.js';
import type { OutboxMessage } from '../../outbox/outbox-message.js';

const MAX_BODY_BYTES = 20_000;
/** The lengths to which the texts of a message are shortened, the next one where its body is still too long. */
const TEXT_LENGTHS = [500, 50];

/** A new message that is due at once. Texts in its data are shortened, so that its body has at most 20 kB. */
export function newMessage(
  { type, at, data, needs }: { type: string; at: Millis; data: object; needs: readonly string[] },
  due: Millis,
): OutboxMessage {
  const timestamp = new Date(at).toISOString();
  const bodies = TEXT_LENGTHS.map((length) => JSON.stringify({ type, timestamp, data }, shorteningTo(length)));
  const short = bodies.find((each) => Buffer.byteLength(each) <= MAX_BODY_BYTES);
  const body = short ?? JSON.stringify({ type, timestamp, data: {} });
  return { id: messageIdOf(newToken()), type, needs, body, at, attempts: 0, due };
}

const shorteningTo =
  (length: number) =>
  (_: string, value: unknown): unknown =>
    typeof value === 'string' && value.length > length ? `${value.slice(0, length - 1)}…` : value;
