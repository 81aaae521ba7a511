import type { Millis } from '../../common/clock.js';

const MINUTE: Millis = 60_000;

/** How many failures within what time close a key for that time. */
export interface FailureLimit {
  readonly limit: number;
  readonly window: Millis;
}

/** Wrong passwords for one name. */
export const NAME_LIMIT: FailureLimit = { limit: 5, window: 15 * MINUTE };
/** Wrong passwords of the primary admin, who is never locked, from one sender. */
export const PRIMARY_ADMIN_LIMIT: FailureLimit = { limit: 5, window: 15 * MINUTE };
/**
 * Tries at the primary admin's password from all senders together that are not known to it: twenty, then one in 30 s.
 * Known ones are not counted here, or whoever guesses could keep the primary admin out.
 */
export const PRIMARY_ADMIN_ATTEMPTS = { perSecond: 1 / 30, burst: 20 } as const;
/** Wrong passwords for whatever names from one sender. */
export const SENDER_LIMIT: FailureLimit = { limit: 20, window: 5 * MINUTE };

/** Keys that are remembered at once; the one that failed longest ago leaves first. */
const CAPACITY = 10_000;

/** Counts failures by key. Times are uptimes. */
export class FailureLimiter {
  /** The latest failures of each key, oldest first; keys in the order of their last failure. */
  readonly #failures = new Map<string, readonly Millis[]>();

  constructor(
    private readonly rule: FailureLimit,
    private readonly capacity: number = CAPACITY,
  ) {}

  forgetAll(): void {
    this.#failures.clear();
  }

  /** How long the key stays closed, ms; 0 when it is open. */
  blockedFor(key: string, now: Millis): Millis {
    const failures = this.#failures.get(key) ?? [];
    const last = failures.at(-1) ?? 0;
    return failures.length < this.rule.limit ? 0 : Math.max(0, last + this.rule.window - now);
  }

  /** Counts one failure; true when it closes the key. A closed key counts nothing more. */
  recordFailure(key: string, now: Millis): boolean {
    if (this.blockedFor(key, now) > 0) return false;
    const recent = (this.#failures.get(key) ?? []).filter((at) => now - at < this.rule.window);
    this.#failures.delete(key);
    this.#failures.set(key, [...recent, now]);
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > this.capacity && oldest !== undefined) this.#failures.delete(oldest);
    return recent.length + 1 >= this.rule.limit;
  }

  /** Success: what failed before no longer counts. */
  forget(key: string): void {
    this.#failures.delete(key);
  }

  get size(): number {
    return this.#failures.size;
  }
}
