import { performance } from 'node:perf_hooks';

/** Milliseconds, of the calendar (since 1970, UTC) or of a duration. */
export type Millis = number;

/**
 * The only source of time: `now` for dates, `uptime` for durations. Two readings, because the time of a board without a
 * battery starts in 1970 and jumps when NTP answers.
 */
export abstract class Clock {
  /** Wall clock, milliseconds since 1970-01-01T00:00Z. May jump. */
  abstract now(): Millis;
  /** Milliseconds since the controller started. Never jumps or decreases. */
  abstract uptime(): Millis;
}

export class SystemClock extends Clock {
  now(): Millis {
    return Date.now();
  }

  uptime(): Millis {
    return performance.now();
  }
}

/** The same time, for a controller that starts later than its process: its own uptime begins now. */
export class ClockFromNow extends Clock {
  readonly #startedAt: Millis;

  constructor(private readonly clock: Clock) {
    super();
    this.#startedAt = clock.uptime();
  }

  now(): Millis {
    return this.clock.now();
  }

  uptime(): Millis {
    return this.clock.uptime() - this.#startedAt;
  }
}

/** Poll cycles are a second apart, give or take this: without it, what is due would now and then wait a whole cycle longer. */
export const POLL_JITTER: Millis = 100;

/** Earliest plausible date, before this release: a clock that shows an earlier one was never set. */
export const EARLIEST_DATE: Millis = Date.UTC(2026, 0, 1);

/** A timestamp in whole seconds, as in the API (`created`, `lastLogin`). */
export const unixSeconds = (at: Millis): number => Math.floor(at / 1000);
