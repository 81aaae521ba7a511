import type { SampleReader } from '../readings-format/samples.js';

/** The energy counter and the power of one object in the slots of a day. */
export class PowerDay {
  /** Length of each slot, s; 0 for one without readings. */
  readonly steps: Uint16Array;
  readonly #counters: Float64Array;
  readonly #powers: Float64Array;
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
    this.#counters = new Float64Array(slots * WIDTH);
    this.#powers = new Float64Array(slots * WIDTH);
  }

  /** Removes all readings. @param begin of the day, seconds since 1970 */
  clear(begin: number): this {
    this.#begin = begin;
    this.steps.fill(0);
    this.#counters.fill(0);
    this.#powers.fill(0);
    return this;
  }

  /** Receives readings of the energy counter, kWh. @param begin of the block, seconds since 1970 */
  counterReader(begin: number, step: number, isWanted?: IsWanted): SampleReader {
    const values = this.#counters;
    return (slot, count, _mean, min, max) => {
      const at = this.#place(begin + slot * step, step, isWanted);
      if (at < 0) return;
      const before = values[at] ?? 0;
      values[at] = before + count;
      values[at + 1] = before === 0 ? min : Math.min(values[at + 1] ?? min, min);
      values[at + 2] = before === 0 ? max : Math.max(values[at + 2] ?? max, max);
    };
  }

  /** Receives readings of the active power, W. @param begin of the block, seconds since 1970 */
  powerReader(begin: number, step: number, isWanted?: IsWanted): SampleReader {
    const values = this.#powers;
    return (slot, count, mean, _min, max) => {
      const at = this.#place(begin + slot * step, step, isWanted);
      if (at < 0) return;
      const before = values[at] ?? 0;
      values[at] = before + count;
      values[at + 1] = ((values[at + 1] ?? 0) * before + mean * count) / (before + count);
      values[at + 2] = before === 0 ? max : Math.max(values[at + 2] ?? max, max);
    };
  }

  /** Calls the reader for each slot with readings, in order of time; each time with the same object. */
  each(reader: PowerSlotReader): void {
    const each = { begin: 0, step: 0, counts: 0, first: 0, last: 0, powers: 0, mean: 0, peak: 0 };
    const [counters, powers] = [this.#counters, this.#powers];
    for (let slot = 0; slot < this.slots; slot++) {
      each.step = this.steps[slot] ?? 0;
      if (each.step === 0) continue;
      const at = slot * WIDTH;
      each.begin = this.#begin + slot * this.spacing;
      each.counts = counters[at] ?? 0;
      each.first = counters[at + 1] ?? 0;
      each.last = counters[at + 2] ?? 0;
      each.powers = powers[at] ?? 0;
      each.mean = powers[at + 1] ?? 0;
      each.peak = powers[at + 2] ?? 0;
      reader(each);
    }
  }

  /** The place of a slot among the values; -1 for one that is not wanted. */
  #place(begin: number, step: number, isWanted: IsWanted | undefined): number {
    if (isWanted && !isWanted(Math.floor(begin / HOUR))) return -1;
    const slot = Math.floor((begin - this.#begin) / this.spacing);
    this.steps[slot] = step;
    return slot * WIDTH;
  }
}

const WIDTH = 3;
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

export type PowerSlotReader = (slot: PowerSlot) => void;
