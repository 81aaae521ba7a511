import type { MeasureColumns } from '../readings-format/block.js';
import type { SampleReader } from '../readings-format/samples.js';

/** The energy counter and the power of one object in the slots of a day. */
export class PowerDay {
  /** Length of each slot, s; 0 for one without readings. */
  readonly steps: Uint16Array;
  /** Number of readings of the energy counter, of which there is one a second. */
  readonly counts: Float64Array;
  /** Lowest reading of the counter, kWh. */
  readonly first: Float64Array;
  /** Highest reading of the counter, kWh. */
  readonly last: Float64Array;
  /** Number of readings of the power. */
  readonly powers: Float64Array;
  /** Mean of the power, W. */
  readonly means: Float64Array;
  /** Highest reading of the power, W. */
  readonly peaks: Float64Array;
  #begin = 0;

  /**
   * @param slots the most slots of a day
   * @param spacing between the begins of two slots, s
   */
  constructor(
    readonly slots: number,
    private readonly spacing: number,
  ) {
    this.steps = new Uint16Array(slots);
    this.counts = new Float64Array(slots);
    this.first = new Float64Array(slots);
    this.last = new Float64Array(slots);
    this.powers = new Float64Array(slots);
    this.means = new Float64Array(slots);
    this.peaks = new Float64Array(slots);
  }

  /** Removes all readings. @param begin of the day, seconds since 1970 */
  clear(begin: number): this {
    this.#begin = begin;
    this.steps.fill(0);
    this.counts.fill(0);
    this.powers.fill(0);
    return this;
  }

  /** Seconds since 1970. */
  beginOf(slot: number): number {
    return this.#begin + slot * this.spacing;
  }

  /** Adds the readings of the energy counter of a block, kWh. @param begin of the block, seconds since 1970 */
  addCounters(
    { slots, counts, lowest, highest }: MeasureColumns,
    begin: number,
    step: number,
    isWanted?: IsWanted,
  ): void {
    for (let slot = 0; slot < slots; slot++) {
      const count = counts[slot] ?? 0;
      if (count <= 0) continue;
      const place = this.#place(begin + slot * step, step, isWanted);
      if (place >= 0) this.#addCounter(place, count, lowest[slot] ?? 0, highest[slot] ?? 0);
    }
  }

  /** Adds the readings of the active power of a block, W. @param begin of the block, seconds since 1970 */
  addPowers({ slots, counts, means, highest }: MeasureColumns, begin: number, step: number, isWanted?: IsWanted): void {
    for (let slot = 0; slot < slots; slot++) {
      const count = counts[slot] ?? 0;
      if (count <= 0) continue;
      const place = this.#place(begin + slot * step, step, isWanted);
      if (place >= 0) this.#addPower(place, count, means[slot] ?? 0, highest[slot] ?? 0);
    }
  }

  /** Receives readings of the energy counter, kWh. @param begin of slot 0, seconds since 1970 */
  counterReader(begin: number, step: number): SampleReader {
    return (slot, count, _mean, min, max) => this.#addCounter(this.#place(begin + slot * step, step), count, min, max);
  }

  /** Receives readings of the active power, W. @param begin of slot 0, seconds since 1970 */
  powerReader(begin: number, step: number): SampleReader {
    return (slot, count, mean, _min, max) => this.#addPower(this.#place(begin + slot * step, step), count, mean, max);
  }

  /** Copies a slot. */
  copy(slot: number, into: Mutable<PowerSlot>): void {
    into.begin = this.beginOf(slot);
    into.step = this.steps[slot] ?? 0;
    into.counts = this.counts[slot] ?? 0;
    into.first = this.first[slot] ?? 0;
    into.last = this.last[slot] ?? 0;
    into.powers = this.powers[slot] ?? 0;
    into.mean = this.means[slot] ?? 0;
    into.peak = this.peaks[slot] ?? 0;
  }

  #addCounter(slot: number, count: number, first: number, last: number): void {
    const before = this.counts[slot] ?? 0;
    this.counts[slot] = before + count;
    this.first[slot] = before === 0 ? first : Math.min(this.first[slot] ?? first, first);
    this.last[slot] = before === 0 ? last : Math.max(this.last[slot] ?? last, last);
  }

  #addPower(slot: number, count: number, mean: number, peak: number): void {
    const before = this.powers[slot] ?? 0;
    this.powers[slot] = before + count;
    this.means[slot] = before === 0 ? mean : ((this.means[slot] ?? 0) * before + mean * count) / (before + count);
    this.peaks[slot] = before === 0 ? peak : Math.max(this.peaks[slot] ?? peak, peak);
  }

  /** The slot of a moment, which has readings now; -1 for one that is not wanted. */
  #place(begin: number, step: number, isWanted?: IsWanted): number {
    if (isWanted && !isWanted(Math.floor(begin / HOUR))) return -1;
    const slot = Math.floor((begin - this.#begin) / this.spacing);
    this.steps[slot] = step;
    return slot;
  }
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

const HOUR = 3600;

/** True for an hour, counted from 1970, whose samples are read. */
type IsWanted = (hour: number) => boolean;

/** The measurement of one object in a slot of time. */
export interface PowerSlot {
  /** Seconds since 1970. */
  readonly begin: number;
  /** Length, s. */
  readonly step: number;
  /** Number of readings of the energy counter, of which there is one a second. */
  readonly counts: number;
  /** Lowest reading of the counter, kWh. */
  readonly first: number;
  /** Highest reading of the counter, kWh. */
  readonly last: number;
  /** Number of readings of the power. */
  readonly powers: number;
  /** Mean of the power, W. */
  readonly mean: number;
  /** Highest reading of the power, W. */
  readonly peak: number;
}
