import { Clock, type Millis } from '../../../src/common/clock.js';

/** A clock that stands still until a test moves it. */
export class VirtualClock extends Clock {
  #now: Millis;
  #uptime: Millis = 0;

  constructor(start = '2026-03-02T08:00:00Z') {
    super();
    this.#now = Date.parse(start);
  }

  now(): Millis {
    return this.#now;
  }

  uptime(): Millis {
    return this.#uptime;
  }

  /** Advances both the wall clock and the uptime. */
  advance(ms: Millis): void {
    this.#now += ms;
    this.#uptime += ms;
  }

  /** Sets the calendar as NTP or an operator would; durations do not notice. */
  setWall(ms: Millis): void {
    this.#now = ms;
  }
}
