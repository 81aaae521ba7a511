import type { Millis } from './clock.js';

/** Counts durations in buckets; cheap enough for every request and every poll cycle. */
export class DurationHistogram {
  /** The count of each bucket; the last one is for durations beyond every limit. */
  readonly counts: number[];
  /** The sum of all durations, ms. */
  sum: Millis = 0;

  /** @param limits upper limits of the buckets, ms, ascending and inclusive */
  constructor(readonly limits: readonly Millis[]) {
    this.counts = Array.from({ length: limits.length + 1 }, () => 0);
  }

  observe(duration: Millis): void {
    let place = 0;
    while (place < this.limits.length && duration > (this.limits[place] ?? Infinity)) place++;
    this.counts[place] = (this.counts[place] ?? 0) + 1;
    this.sum += duration;
  }

  get count(): number {
    return this.counts.reduce((all, each) => all + each, 0);
  }
}
