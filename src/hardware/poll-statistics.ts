import type { Millis } from '../common/clock.js';
import { DurationHistogram } from '../common/duration-histogram.js';

const LIMITS: readonly Millis[] = [1, 5, 10, 50, 100, 250, 500, 1000, 2500];

/** What became of the poll cycles of this run. */
export class PollStatistics {
  /** From the question to the hardware until every reader of the snapshot has seen it. */
  readonly durations = new DurationHistogram(LIMITS);
  #succeeded = 0;
  #failed = 0;

  /** Cycles in which the hardware has answered. */
  get succeeded(): number {
    return this.#succeeded;
  }

  /** Cycles in which it has not. */
  get failed(): number {
    return this.#failed;
  }

  record(answered: boolean, duration: Millis): void {
    if (answered) this.#succeeded++;
    else this.#failed++;
    this.durations.observe(duration);
  }
}
