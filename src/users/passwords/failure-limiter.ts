import type { Millis } from '../../common/clock.js';

const MINUTE: Millis = 60_000;

/** The number of failures within a time that blocks a key for the same time. */
export interface FailureLimit {
  readonly limit: number;
  readonly window: Millis;
}

/** Limit of wrong passwords for one name. */
export const NAME_LIMIT: FailureLimit = { limit: 5, window: 15 * MINUTE };
/** Limit of wrong passwords for the primary admin, who is never locked, from one sender. */
export const PRIMARY_ADMIN_LIMIT: FailureLimit = { limit: 5, window: 15 * MINUTE };
/**
 * Limit of attempts at the primary admin's password from all unknown senders together: twenty, then one every 30 s.
 * Known senders are not counted here, or an attacker could keep the primary admin out.
 */
export const PRIMARY_ADMIN_ATTEMPTS = { perSecond: 1 / 30, burst: 20 } as const;
/** Limit of wrong passwords for any names from one sender. */
export const SENDER_LIMIT: FailureLimit = { limit: 20, window: 5 * MINUTE };

/** Largest number of remembered keys; the one that failed longest ago is removed first. */
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

  /** Time for which the key stays blocked, ms; 0 when it is not. */
  blockedFor(key: string, now: Millis): Millis {
    const failures = this.#failures.get(key) ?? [];
    const last = failures.at(-1) ?? 0;
    return failures.length < this.rule.limit ? 0 : Math.max(0, last + this.rule.window - now);
  }

  /** Counts one failure; true when it blocks the key. A blocked key counts nothing more. */
  recordFailure(key: string, now: Millis): boolean {
    if (this.blockedFor(key, now) > 0) return false;
    const recent = (this.#failures.get(key) ?? []).filter((at) => now - at < this.rule.window);
    this.#failures.delete(key);
    this.#failures.set(key, [...recent, now]);
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > this.capacity && oldest !== undefined) this.#failures.delete(oldest);
    return recent.length + 1 >= this.rule.limit;
  }

  /** Removes the failures of a key, after a success. */
  forget(key: string): void {
    this.#failures.delete(key);
  }

  get size(): number {
    return this.#failures.size;
  }
}
