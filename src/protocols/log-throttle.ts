import type { Millis } from '../common/clock.js';

const MINUTE: Millis = 60_000;

/** Largest number of keys that are remembered; the oldest is forgotten first. */
const MAX_KEYS = 1000;

/** Limits what is logged about senders without a credential: once in a period for each key, such as an address. */
export class LogThrottle {
  readonly #dueAt = new Map<string, Millis>();

  constructor(private readonly period: Millis = MINUTE) {}

  /** True if nothing was due for this key within the period before. */
  isDue(key: string, uptime: Millis): boolean {
    if (uptime < (this.#dueAt.get(key) ?? 0)) return false;
    this.#dueAt.delete(key);
    this.#dueAt.set(key, uptime + this.period);
    const [oldest] = this.#dueAt.keys();
    if (oldest !== undefined && this.#dueAt.size > MAX_KEYS) this.#dueAt.delete(oldest);
    return true;
  }
}
