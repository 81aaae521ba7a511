import type { Millis } from '../common/clock.js';
import type { MeasureName } from '../readings-format/measures.js';
import type { Series, HistoryObject } from './history-objects.js';

/** The lowest and highest reading of a measure, with their times. */
export interface Extreme {
  readonly min: number;
  readonly minAt: Millis;
  readonly max: number;
  readonly maxAt: Millis;
}

/** The extremes of an object by measure; those without a reading are left out. */
export type StoredExtremes = Partial<Record<MeasureName, Extreme>>;

/** The extremes of all series, in memory. */
export class Extremes {
  readonly #mins: Float64Array;
  readonly #maxs: Float64Array;
  readonly #minAts: Float64Array;
  readonly #maxAts: Float64Array;
  readonly #changed = new Set<HistoryObject>();

  constructor(private readonly series: readonly Series[]) {
    this.#mins = new Float64Array(series.length);
    this.#maxs = new Float64Array(series.length);
    this.#reset(0, series.length);
    this.#minAts = new Float64Array(series.length);
    this.#maxAts = new Float64Array(series.length);
  }

  /** Adds a reading of all series; NaN is none. */
  add(values: Float64Array, at: Millis): void {
    for (let i = 0; i < values.length; i++) {
      const value = values[i] ?? NaN;
      if (value < (this.#mins[i] ?? 0)) this.#note(i, value, this.#mins, this.#minAts, at);
      if (value > (this.#maxs[i] ?? 0)) this.#note(i, value, this.#maxs, this.#maxAts, at);
    }
  }

  of(object: HistoryObject): StoredExtremes {
    const extremes: StoredExtremes = {};
    object.measures.forEach((name, place) => {
      const i = object.firstSeries + place;
      const [min, max] = [this.#mins[i] ?? 0, this.#maxs[i] ?? 0];
      if (min > max || this.series[i]?.measure.counts) return;
      extremes[name] = { min, minAt: this.#minAts[i] ?? 0, max, maxAt: this.#maxAts[i] ?? 0 };
    });
    return extremes;
  }

  /** Loads the stored extremes of an object. */
  restore(object: HistoryObject, stored: StoredExtremes): void {
    object.measures.forEach((name, place) => {
      const extreme = stored[name];
      if (!extreme) return;
      const i = object.firstSeries + place;
      this.#mins[i] = extreme.min;
      this.#minAts[i] = extreme.minAt;
      this.#maxs[i] = extreme.max;
      this.#maxAts[i] = extreme.maxAt;
    });
  }

  /** Resets the extremes of an object. */
  clear(object: HistoryObject): void {
    const end = object.firstSeries + object.measures.length;
    this.#reset(object.firstSeries, end);
    this.#changed.delete(object);
  }

  /** The objects whose extremes have changed since the last call. */
  takeChanged(): HistoryObject[] {
    const changed = [...this.#changed];
    this.#changed.clear();
    return changed;
  }

  /** Returns objects whose extremes could not be stored. */
  giveBack(objects: readonly HistoryObject[]): void {
    for (const object of objects) this.#changed.add(object);
  }

  /** A counter has no extremes: no reading is beyond these limits, or each one would be the highest. */
  #reset(from: number, to: number): void {
    for (let i = from; i < to; i++) {
      const unknown = this.series[i]?.measure.counts ? -Infinity : Infinity;
      this.#mins[i] = unknown;
      this.#maxs[i] = -unknown;
    }
  }

  #note(i: number, value: number, values: Float64Array, moments: Float64Array, at: Millis): void {
    values[i] = value;
    moments[i] = at;
    const series = this.series[i];
    if (series) this.#changed.add(series.object);
  }
}
