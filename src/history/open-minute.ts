/** Readings of one series in a minute. */
export interface MinuteReader {
  (series: number, count: number, mean: number, min: number, max: number): void;
}

/** The minute that is being measured: sums of all series. */
export class OpenMinute {
  readonly #counts: Uint16Array;
  readonly #sums: Float64Array;
  readonly #mins: Float64Array;
  readonly #maxs: Float64Array;
  #isEmpty = true;

  /** @param minute counted from 1970 */
  constructor(
    readonly minute: number,
    private readonly series: number,
  ) {
    this.#counts = new Uint16Array(series);
    this.#sums = new Float64Array(series);
    this.#mins = new Float64Array(series);
    this.#maxs = new Float64Array(series);
  }

  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  /** Adds a reading of all series; NaN is none. */
  add(values: Float64Array): void {
    for (let i = 0; i < this.series; i++) {
      const value = values[i] ?? NaN;
      if (value !== value) continue; // NaN
      const count = this.#counts[i] ?? 0;
      if (count === 0 || value < (this.#mins[i] ?? 0)) this.#mins[i] = value;
      if (count === 0 || value > (this.#maxs[i] ?? 0)) this.#maxs[i] = value;
      this.#sums[i] = (this.#sums[i] ?? 0) + value;
      this.#counts[i] = count + 1;
      this.#isEmpty = false;
    }
  }

  /** Calls the reader if the series has a reading. */
  of(i: number, reader: MinuteReader): void {
    const count = this.#counts[i] ?? 0;
    if (count === 0) return;
    const [min, max] = [this.#mins[i] ?? 0, this.#maxs[i] ?? 0];
    // The sum of equal numbers can be a little off; a mean beyond the extremes would be nonsense.
    const mean = Math.min(max, Math.max(min, (this.#sums[i] ?? 0) / count));
    reader(i, count, mean, min, max);
  }
}
