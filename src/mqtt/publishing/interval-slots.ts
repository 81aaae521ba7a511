import type { Millis } from '../../common/clock.js';

/**
 * The moments at which objects are due: each once in an interval, and the objects evenly over it, so that the load is
 * the same in every second.
 */
export class IntervalSlots {
  readonly #last = new Map<string, number>();

  /**
   * True once in each interval of an object, and at the first call.
   * @param place of the object among `count` of them
   * @param interval s
   */
  isDue(key: string, place: number, count: number, interval: number, uptime: Millis): boolean {
    const offset = Math.floor((place * interval) / Math.max(1, count));
    // Poll cycles are a second apart, give or take some milliseconds.
    const slot = Math.floor((Math.round(uptime / 1000) + offset) / interval);
    if (this.#last.get(key) === slot) return false;
    this.#last.set(key, slot);
    return true;
  }

  clear(): void {
    this.#last.clear();
  }
}
