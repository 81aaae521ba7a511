/** The samples of a time range in steps of equal length. */
export class Steps {
  readonly #counts: Float64Array;
  readonly #sums: Float64Array;
  readonly #mins: Float64Array;
  readonly #maxs: Float64Array;

  /** @param from, to, step seconds; `from` and `to` are multiples of `step` */
  constructor(
    readonly from: number,
    readonly to: number,
    readonly step: number,
  ) {
    const length = Math.max(0, Math.round((to - from) / step));
    this.#counts = new Float64Array(length);
    this.#sums = new Float64Array(length);
    this.#mins = new Float64Array(length).fill(Infinity);
    this.#maxs = new Float64Array(length).fill(-Infinity);
  }

  /** Adds a sample that begins at `at`, s; one outside of the range is ignored. */
  add(at: number, count: number, mean: number, min: number, max: number): void {
    if (at < this.from || at >= this.to || count === 0) return;
    const i = Math.floor((at - this.from) / this.step);
    this.#counts[i] = (this.#counts[i] ?? 0) + count;
    this.#sums[i] = (this.#sums[i] ?? 0) + mean * count;
    if (min < (this.#mins[i] ?? Infinity)) this.#mins[i] = min;
    if (max > (this.#maxs[i] ?? -Infinity)) this.#maxs[i] = max;
  }

  /** Calls the reader for each step that has samples, with the number of its readings. */
  each(reader: (at: number, count: number, min: number, max: number) => void): void {
    for (let i = 0; i < this.#counts.length; i++) {
      const count = this.#counts[i] ?? 0;
      if (count > 0) reader(this.from + i * this.step, count, this.#mins[i] ?? NaN, this.#maxs[i] ?? NaN);
    }
  }

  /** The mean of every step; null for one without samples. */
  means(rounded: (value: number) => number): (number | null)[] {
    return Array.from(this.#counts, (count, i) => (count === 0 ? null : rounded((this.#sums[i] ?? 0) / count)));
  }

  /** The steps that have samples, in columns. */
  columns(rounded: (value: number) => number): { t: number[]; avg: number[]; min: number[]; max: number[] } {
    const columns = { t: [] as number[], avg: [] as number[], min: [] as number[], max: [] as number[] };
    this.#counts.forEach((count, i) => {
      if (count === 0) return;
      columns.t.push(this.from + i * this.step);
      columns.avg.push(rounded((this.#sums[i] ?? 0) / count));
      columns.min.push(rounded(this.#mins[i] ?? 0));
      columns.max.push(rounded(this.#maxs[i] ?? 0));
    });
    return columns;
  }
}

/**
 * The count of a counter since the end of the previous entry. A counter below the begin of an entry before is another meter's
 * and counts from its first reading, which may be in the entry in which the meter was replaced.
 */
export function usedOf({ min, max }: { readonly min: readonly number[]; readonly max: readonly number[] }): number[] {
  let highest = min[0] ?? 0;
  let begun = highest; // the highest begin of an entry: an entry with readings of two meters begins with the lower one
  return max.map((end, i) => {
    const begin = min[i] ?? end;
    if (end < begun) highest = begun = Math.min(begin, min[i - 1] ?? begin);
    const used = Math.max(0, end - highest);
    highest = Math.max(highest, end);
    begun = Math.max(begun, begin);
    return used;
  });
}
