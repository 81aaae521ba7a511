import type { Millis } from './clock.js';

/** Counts durations into classes: cheap enough for every request and every poll cycle. */
export class DurationHistogram {
  /** How many fell into each class; the last one is for those beyond every limit. */
  readonly counts: number[];
  /** All durations together, ms. */
  sum: Millis = 0;

  /** @param limits upper ends of the classes, ms, rising; a duration that equals one belongs below it */
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
