import type { Millis } from '../../../common/clock.js';
import type { KilowattHours } from '../../../common/units.js';

/** More than any PDU can measure, kW: a counter that rises faster has not counted that. */
const MAX_POWER = 1_000;
/** Some meters count in whole kilowatt-hours. */
const MAX_STEP: KilowattHours = 1.1;
const MILLIS_PER_HOUR = 3_600_000;
/** The readings in a row that make another level believed: a single one may be half old and half new, or no value at all. */
const READINGS_TO_BELIEVE = 3;

interface Reading {
  readonly kWh: KilowattHours;
  readonly at: Millis;
}

/**
 * A counter that never falls and never jumps: it keeps its value while a meter shows what it cannot have counted, and
 * continues from there once the meter stays at another level, as after a reset or with another meter.
 */
export class RisingCounter {
  /** Added to a reading. */
  #offset: KilowattHours = 0;
  #value: KilowattHours = -Infinity;
  #last: Reading | undefined;
  /** The readings of another level in a row. */
  #others: Reading[] = [];

  /** The value after a reading, kWh. */
  of(kWh: KilowattHours, at: Millis): KilowattHours {
    const now = { kWh, at };
    if (!this.#last || mayFollow(this.#last, now)) return this.#take(now);
    const newest = this.#others.at(-1);
    this.#others = newest && mayFollow(newest, now) ? [...this.#others, now] : [now];
    const [first] = this.#others;
    if (first && this.#others.length >= READINGS_TO_BELIEVE) {
      // A counter that has begun again has counted its first number since the last reading.
      const begin = mayFollow({ kWh: 0, at: this.#last.at }, first) ? 0 : first.kWh;
      this.#offset += this.#last.kWh - begin;
      return this.#take(now);
    }
    return this.#value;
  }

  #take(reading: Reading): KilowattHours {
    this.#last = reading;
    this.#others = [];
    return (this.#value = Math.max(this.#value, reading.kWh + this.#offset));
  }
}

function mayFollow(before: Reading, now: Reading): boolean {
  const rise = now.kWh - before.kWh;
  return rise >= 0 && rise <= MAX_STEP + (MAX_POWER * (now.at - before.at)) / MILLIS_PER_HOUR;
}
