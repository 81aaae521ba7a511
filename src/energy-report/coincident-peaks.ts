import type { PowerDay } from '../history/power-day.js';
import type { Sums } from './energy-accumulator.js';

const QUARTER = 900;
const QUARTERS_OF_DAY = 96;

/**
 * The highest power of objects that have no common meter: the sum of the highest readings of each in the same quarter of
 * an hour. It is never below the highest power of all of them together.
 */
export class CoincidentPeaks {
  readonly #watts = new Float64Array(QUARTERS_OF_DAY).fill(NaN);
  #isEmpty = true;
  #day = 0;
  /** The quarter of the object that is being read, counted from 1970. */
  #quarter = -1;
  #peak = 0;

  constructor(private readonly sums: Sums) {}

  /** Adds the day of an object. */
  addDay(day: PowerDay): void {
    for (let slot = 0; slot < day.slots; slot++) {
      if (!day.steps[slot] || !day.powers[slot]) continue;
      const quarter = Math.floor(day.beginOf(slot) / QUARTER);
      if (quarter !== this.#quarter) {
        this.#endQuarter();
        this.#quarter = quarter;
        this.#peak = -Infinity;
      }
      this.#peak = Math.max(this.#peak, day.peaks[slot] ?? -Infinity);
    }
    this.#endQuarter();
  }

  /** Ends the day, when all objects have had it. */
  endDay(): void {
    if (this.#isEmpty) return;
    this.#watts.forEach((watts, place) => {
      const begin = (this.#day * QUARTERS_OF_DAY + place) * QUARTER;
      if (!Number.isNaN(watts)) this.sums.addPeak(begin, begin + QUARTER, watts);
    });
    this.#watts.fill(NaN);
    this.#isEmpty = true;
  }

  #endQuarter(): void {
    if (this.#quarter < 0) return;
    const place = this.#quarter % QUARTERS_OF_DAY;
    const before = this.#watts[place] ?? NaN;
    this.#watts[place] = Number.isNaN(before) ? this.#peak : before + this.#peak;
    this.#day = Math.floor(this.#quarter / QUARTERS_OF_DAY);
    this.#quarter = -1;
    this.#isEmpty = false;
  }
}
