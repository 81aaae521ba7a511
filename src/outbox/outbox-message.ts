import type { Millis } from '../common/clock.js';

/** A message for one receiver, and how far it has come. */
export interface OutboxMessage {
  /** The same at each attempt, and of no other message. */
  readonly id: string;
  readonly type: string;
  /** The rights that the owner of the receiver must have when it is sent, see `Need`. */
  readonly needs: readonly string[];
  /** The exact bytes of each attempt. */
  readonly body: string;
  /** Wall clock of what it is about. */
  readonly at: Millis;
  readonly attempts: number;
  /** Clock.uptime() of the next attempt. */
  readonly due: Millis;
}

/** The outcome of one attempt. */
export interface AttemptResult {
  readonly delivered: boolean;
  /** The status of the receiver's answer, if there was one. */
  readonly status?: number;
  /** A sentence. */
  readonly detail: string;
  /** The time for which the receiver wants to be left alone. */
  readonly retryAfter?: Millis;
}
