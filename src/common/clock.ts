import { performance } from 'node:perf_hooks';

/** Milliseconds, of the calendar (since 1970, UTC) or of a duration. */
export type Millis = number;

/**
 * The only source of time. Two hands, because a board without a battery wakes in 1970 and leaps when NTP arrives:
 * `now` for dates, `uptime` for durations.
 */
export abstract class Clock {
  /** Wall clock, milliseconds since 1970-01-01T00:00Z. May jump. */
  abstract now(): Millis;
  /** Milliseconds since the controller process started. Never jumps, never falls. */
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

/** The wire's form of a calendar moment in whole seconds (`created`, `lastLogin`). */
export const unixSeconds = (at: Millis): number => Math.floor(at / 1000);
