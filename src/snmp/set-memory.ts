import { createHash } from 'node:crypto';
import type { Millis } from '../common/clock.js';

/** The most that one memory holds; a SET beyond is refused rather than carried out unprotected. */
export const MAX_REMEMBERED = 4096;

/** Entries that are forgotten after a time, the oldest first. */
class Memory<Value> {
  readonly #entries = new Map<string, { readonly value: Value; readonly until: Millis }>();

  constructor(private readonly period: Millis) {}

  get(key: string, uptime: Millis): Value | undefined {
    this.#forget(uptime);
    return this.#entries.get(key)?.value;
  }

  isFull(uptime: Millis): boolean {
    this.#forget(uptime);
    return this.#entries.size >= MAX_REMEMBERED;
  }

  add(key: string, value: Value, uptime: Millis): void {
    this.#entries.set(key, { value, until: uptime + this.period });
  }

  #forget(uptime: Millis): void {
    for (const [key, { until }] of this.#entries) {
      if (until > uptime) return;
      this.#entries.delete(key);
    }
  }
}

/** Longer than the time window on both sides: what is forgotten would be outside of the window. */
const REPLAY_PERIOD: Millis = 301_000;
/** Managers send a request that is not answered again, some of them for this long. */
const RETRANSMISSION_PERIOD: Millis = 30_000;

const hashOf = (...parts: readonly (Buffer | string)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('base64');
};

/** Knows an authenticated SET that has been sent before. */
export class ReplayMemory {
  readonly #seen = new Memory<true>(REPLAY_PERIOD);

  /** Remembers a message; says if it is new, was there before, or cannot be remembered. */
  note(message: Buffer, uptime: Millis): 'new' | 'replayed' | 'full' {
    const key = hashOf(message);
    if (this.#seen.get(key, uptime)) return 'replayed';
    if (this.#seen.isFull(uptime)) return 'full';
    this.#seen.add(key, true, uptime);
    return 'new';
  }
}

/** The sender and content of a SET. */
export interface SentSet {
  readonly address: string;
  readonly port: number;
  /** The principal. */
  readonly principal: string;
  readonly pdu: Buffer;
}

/** Answers a SET that was sent again with the result of the first, which may still be under way. */
export class RetransmissionMemory<Answer> {
  readonly #answers = new Memory<Promise<Answer>>(RETRANSMISSION_PERIOD);

  /** Runs `work` for a new SET; undefined if it cannot be remembered. */
  answer(sent: SentSet, uptime: Millis, work: () => Promise<Answer>): Promise<Answer> | undefined {
    const key = hashOf(sent.address, String(sent.port), sent.principal, sent.pdu);
    const known = this.#answers.get(key, uptime);
    if (known) return known;
    if (this.#answers.isFull(uptime)) return undefined;
    const answer = work();
    this.#answers.add(key, answer, uptime);
    return answer;
  }
}
