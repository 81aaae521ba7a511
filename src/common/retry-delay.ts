import type { Millis } from './clock.js';

/** A connection that lasted for less counts as a failed attempt: another client may push this one out again and again. */
const LASTING: Millis = 60_000;

export interface RetryDelayOptions {
  /** The first delay, of which each later one is the double. */
  readonly first?: Millis;
  readonly longest?: Millis;
  /** Controllers that have lost a server together come back apart: up to so much of the delay is added. */
  readonly jitter?: number;
}

/** The time until the next attempt, such as one to connect: 1, 2, 4 … 60 s by default, and some more by chance. */
export class RetryDelay {
  readonly #options: Required<RetryDelayOptions>;
  #failures = 0;
  #connectedAt: Millis | undefined;

  constructor(
    private readonly random: () => number,
    options: RetryDelayOptions = {},
  ) {
    this.#options = { first: 1000, longest: 60_000, jitter: 0.25, ...options };
  }

  onConnect(uptime: Millis): void {
    this.#connectedAt = uptime;
  }

  /** The next failure is the first again. */
  onSuccess(): void {
    this.#failures = 0;
  }

  /** @param least time that the reason of the failure asks for */
  next(uptime: Millis, least: Millis = 0): Millis {
    const { first, longest, jitter } = this.#options;
    if (this.#connectedAt !== undefined && uptime - this.#connectedAt >= LASTING) this.#failures = 0;
    this.#connectedAt = undefined;
    const delay = Math.max(least, Math.min(longest, first * 2 ** Math.min(this.#failures++, 10)));
    return Math.round(delay * (1 + jitter * this.random()));
  }
}
