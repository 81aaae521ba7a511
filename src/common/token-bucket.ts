import type { Millis } from './clock.js';

/** A rate limit: `perSecond` on average, up to `burst` at once. Times are Clock.uptime(). */
export class TokenBucket {
  readonly #perMillisecond: number;
  readonly #burst: number;
  #tokens: number;
  #asOf: Millis | undefined;

  constructor({ perSecond, burst }: { readonly perSecond: number; readonly burst: number }) {
    this.#perMillisecond = perSecond / 1000;
    this.#burst = burst;
    this.#tokens = burst;
  }

  has(uptime: Millis): boolean {
    this.#fill(uptime);
    return this.#tokens >= 1;
  }

  isFull(uptime: Millis): boolean {
    this.#fill(uptime);
    return this.#tokens >= this.#burst;
  }

  /** Takes a token; false when there is none. */
  take(uptime: Millis): boolean {
    if (!this.has(uptime)) return false;
    this.#tokens--;
    return true;
  }

  /** Returns a token that was not used. */
  giveBack(): void {
    this.#tokens = Math.min(this.#burst, this.#tokens + 1);
  }

  /** The time until there is a token, ms; 0 when there is one. */
  emptyFor(uptime: Millis): Millis {
    this.#fill(uptime);
    return Math.max(0, Math.ceil((1 - this.#tokens) / this.#perMillisecond));
  }

  #fill(uptime: Millis): void {
    const elapsed = uptime - (this.#asOf ?? uptime);
    this.#asOf = uptime;
    this.#tokens = Math.min(this.#burst, this.#tokens + elapsed * this.#perMillisecond);
  }
}
