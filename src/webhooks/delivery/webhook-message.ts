import type { Millis } from '../../common/clock.js';
import { messageIdOf } from '../../common/message-signature.js';
import { newToken } from '../../common/token.js';

/** A message for one webhook, and how far it has come. */
export interface WebhookMessage {
  readonly id: string;
  readonly type: string;
  /** The rights that its owner must have when it is sent, see `Need`. */
  readonly needs: readonly string[];
  /** The exact bytes of each attempt. */
  readonly body: string;
  /** Wall clock of the fact. */
  readonly at: Millis;
  readonly attempts: number;
  /** Clock.uptime() of the next attempt. */
  readonly due: Millis;
}

/** A longer body is not made: each text in it is shortened to a name's length. */
export const MAX_BODY_BYTES = 20_000;
const MAX_TEXT = 500;

/** A new message that is due at once. */
export function newMessage(
  { type, at, data, needs }: { type: string; at: Millis; data: object; needs: readonly string[] },
  due: Millis,
): WebhookMessage {
  const body = JSON.stringify({ type, timestamp: new Date(at).toISOString(), data }, shortened);
  return { id: messageIdOf(newToken()), type, needs, body, at, attempts: 0, due };
}

const shortened = (_: string, value: unknown): unknown =>
  typeof value === 'string' && value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT - 1)}…` : value;
