import type { Millis } from '../common/clock.js';

const MAX_SECONDS = 3600;
/** Size limit; on a model with very many outlets the seconds reach less far back. */
const MAX_BYTES = 8 * 1024 * 1024;

/** The last readings of all series, one per second for an hour, in memory only. */
export class LiveRing {
  readonly capacity: number;
  /** The second of each row's reading; -1 for none. */
  readonly #seconds: Float64Array;
  readonly #rows: Float32Array;
  #newest = -1;

  constructor(private readonly series: number) {
    const bytesOfRow = Math.max(1, series) * Float32Array.BYTES_PER_ELEMENT;
    this.capacity = Math.max(1, Math.min(MAX_SECONDS, Math.floor(MAX_BYTES / bytesOfRow)));
    this.#seconds = new Float64Array(this.capacity).fill(-1);
    this.#rows = new Float32Array(this.capacity * series);
  }

  /** Stores a reading in the row of its second; the newer of two readings of one second stays. */
  put(at: Millis, values: Float64Array): void {
    const second = Math.floor(at / 1000);
    const row = second % this.capacity;
    this.#seconds[row] = second;
    this.#rows.set(values, row * this.series);
    this.#newest = second;
  }

  /** True if there is a reading of this second. */
  has(at: Millis): boolean {
    const second = Math.floor(at / 1000);
    return this.#seconds[second % this.capacity] === second;
  }

  /** The earliest second that can be stored, since 1970; undefined without any. */
  get oldest(): number | undefined {
    if (this.#newest < 0) return undefined;
    const earliest = this.#newest - this.capacity + 1;
    return this.#seconds.reduce(
      (oldest, second) => (second >= earliest && second < oldest ? second : oldest),
      this.#newest,
    );
  }

  /** Calls the reader for each second from `from` up to, but not including `to`, that has a reading of the series. */
  each(series: number, from: number, to: number, reader: (second: number, value: number) => void): void {
    const begin = Math.max(from, this.#newest - this.capacity + 1);
    const end = Math.min(to, this.#newest + 1);
    for (let second = begin; second < end; second++) {
      const row = second % this.capacity;
      if (this.#seconds[row] !== second) continue;
      const value = this.#rows[row * this.series + series] ?? NaN;
      if (!Number.isNaN(value)) reader(second, value);
    }
  }

  clear(): void {
    this.#seconds.fill(-1);
    this.#newest = -1;
  }
}
