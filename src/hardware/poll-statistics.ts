import type { Millis } from '../common/clock.js';
import { DurationHistogram } from '../common/duration-histogram.js';

const LIMITS: readonly Millis[] = [1, 5, 10, 50, 100, 250, 500, 1000, 2500];

/** The results and durations of the poll cycles since the start. */
export class PollStatistics {
  /** Durations from the read of the hardware until every snapshot reader has run. */
  readonly durations = new DurationHistogram(LIMITS);
  #succeeded = 0;
  #failed = 0;

  /** The number of cycles in which the hardware answered. */
  get succeeded(): number {
    return this.#succeeded;
  }

  /** The number of cycles in which it did not. */
  get failed(): number {
    return this.#failed;
  }

  record(answered: boolean, duration: Millis): void {
    if (answered) this.#succeeded++;
    else this.#failed++;
    this.durations.observe(duration);
  }
}
