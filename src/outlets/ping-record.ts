import type { Millis } from '../common/clock.js';
import type { Reachability } from './outlet.view.js';

/** Answers in a row that change what is known, so that a lost ping makes no noise. */
export const ANSWERS_FOR_CHANGE = 3;

/** A device that could be reached and cannot any more, or the other way round. */
export interface ReachabilityChange {
  readonly before: boolean;
  readonly after: boolean;
}

/**
 * The answers of one device to its pings, and what they say of it. The first answer says that it can be reached;
 * everything else takes three in a row. No answer of a device without power, or that is still starting, says nothing.
 */
export class PingRecord {
  #shown: Reachability | undefined;
  /** The last that was known, also while nothing is. */
  #lastKnown: boolean | undefined;
  /** Answers in a row that differ from what is shown: what they say, how many, and the moment of the first. */
  #differing: { says: boolean | undefined; count: number; readonly since: Millis } | undefined;

  /** The present state; undefined while it is not known. The same object until it changes. */
  get shown(): Reachability | undefined {
    return this.#shown;
  }

  /** True while some answers in a row differ from what is shown: the next one is needed soon. */
  get isInDoubt(): boolean {
    return this.#differing !== undefined;
  }

  /**
   * @param answered undefined where no ping could be sent
   * @param isPowered false while the device need not answer
   * @param now wall clock
   * @returns the change, if the device was known to be otherwise before
   */
  answer(answered: boolean | undefined, isPowered: boolean, now: Millis): ReachabilityChange | undefined {
    const says = answered === false && !isPowered ? undefined : answered;
    if (says === this.#shown?.reachable) {
      this.#differing = undefined;
      return undefined;
    }
    const before = this.#differing?.says === says ? this.#differing : undefined;
    this.#differing = { says, count: (before?.count ?? 0) + 1, since: before?.since ?? now };
    const isEnough = this.#differing.count >= ANSWERS_FOR_CHANGE || (says === true && this.#shown === undefined);
    return isEnough ? this.#show(says, this.#differing.since) : undefined;
  }

  /** The device need not answer now: that it does not, is not known any more. Returns true if that is a change. */
  powerLost(): boolean {
    if (this.#differing?.says === false) this.#differing = undefined;
    if (this.#shown?.reachable !== false) return false;
    this.#show(undefined, 0);
    return true;
  }

  #show(reachable: boolean | undefined, since: Millis): ReachabilityChange | undefined {
    const before = this.#lastKnown;
    this.#shown = reachable === undefined ? undefined : { reachable, since };
    this.#differing = undefined;
    this.#lastKnown = reachable ?? before;
    return before === undefined || reachable === undefined || before === reachable
      ? undefined
      : { before, after: reachable };
  }
}
