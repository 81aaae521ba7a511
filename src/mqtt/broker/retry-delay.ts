import type { Millis } from '../../common/clock.js';

const FIRST: Millis = 1000;
const LONGEST: Millis = 60_000;
/** A connection that lasted for less counts as a failed attempt: another client may push this one out again and again. */
const LASTING: Millis = 60_000;
/** Controllers that have lost a broker together come back apart: up to so much of the delay is added. */
const JITTER = 0.25;

/** The time until the next attempt to connect: 1, 2, 4 … 60 s, and some more by chance. */
export class RetryDelay {
  #failures = 0;
  #connectedAt: Millis | undefined;

  constructor(private readonly random: () => number) {}

  onConnect(uptime: Millis): void {
    this.#connectedAt = uptime;
  }

  /** @param least time that the reason of the failure asks for */
  next(uptime: Millis, least: Millis = 0): Millis {
    if (this.#connectedAt !== undefined && uptime - this.#connectedAt >= LASTING) this.#failures = 0;
    this.#connectedAt = undefined;
    const delay = Math.max(least, Math.min(LONGEST, FIRST * 2 ** Math.min(this.#failures++, 10)));
    return Math.round(delay * (1 + JITTER * this.random()));
  }
}
