import type { Millis } from '../common/clock.js';

/** The most power-ons that can lie between two readings without a gap. */
const MAX_RISE = 3;
/** Without a reading for longer, the mains may have come and gone any number of times. */
const GAP: Millis = 5_000;
/** A count that cannot follow the one before is believed once it is read for this long. */
const TO_BELIEVE: Millis = 2_000;

/** The cause of a change of the count: the mains were lost and are back, or another counter is read. */
export type CountChange = 'powerOn' | 'otherCounter';

/**
 * Judges the hardware's count of power-ons. A power-on turns outlets off whose power-on state is OFF, and triggers events, so
 * a number that the hardware shows for a moment, as it may when its own processor starts, must not be taken for one.
 */
export class PowerOnCount {
  #readAt: Millis = -Infinity;
  #doubted: { readonly count: number; readonly since: Millis; readonly isAfterGap: boolean } | undefined;

  /** @param seen the count that has been answered; undefined if none is known */
  constructor(public seen?: number) {}

  /** Judges a reading; undefined if it is the count that was seen, or not believed yet. */
  changeAt(count: number, uptime: Millis): CountChange | undefined {
    const isAfterGap = uptime - this.#readAt > GAP;
    this.#readAt = uptime;
    if (count !== this.#doubted?.count) this.#doubted = undefined;
    if (count === this.seen) return undefined;
    if (this.seen === undefined) return 'otherCounter';
    const rise = count - this.seen;
    if (rise > 0 && rise <= MAX_RISE) return 'powerOn';
    this.#doubted ??= { count, since: uptime, isAfterGap };
    if (uptime - this.#doubted.since < TO_BELIEVE) return undefined;
    return rise > 0 && this.#doubted.isAfterGap ? 'powerOn' : 'otherCounter';
  }
}
