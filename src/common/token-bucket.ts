import type { Millis } from './clock.js';

/** So many a second on average, and so many at once after a rest. Times by Clock.uptime(). */
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

  /** False when there is none. */
  take(uptime: Millis): boolean {
    if (!this.has(uptime)) return false;
    this.#tokens--;
    return true;
  }

  /** Takes back one that was taken for nothing. */
  giveBack(): void {
    this.#tokens = Math.min(this.#burst, this.#tokens + 1);
  }

  /** How long until there is one, ms; 0 when there is one. */
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
