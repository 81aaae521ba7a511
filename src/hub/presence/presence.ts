import type { Millis } from '../../common/clock.js';

/** A PDU says hello each 30 s: three of them may be lost. */
const ONLINE_FOR: Millis = 90_000;
/** So long after the start of the hub nobody counts as offline: all of them have to connect first. */
export const QUIET_FOR: Millis = 120_000;

/** The presence of a PDU, by what it has sent since the hub has started. Times are on the hub's clock. */
export class Presence {
  #heardAt: Millis | undefined;
  #goneAt: Millis | undefined;

  /** A message of the PDU has come. */
  heard(now: Millis): void {
    this.#heardAt = now;
    this.#goneAt = undefined;
  }

  /** Its connection has broken. */
  gone(now: Millis): void {
    this.#goneAt ??= now;
  }

  /** The newest message since the hub has started. */
  get heardAt(): Millis | undefined {
    return this.#heardAt;
  }

  /** The time at which its connection has broken, unless it was heard since. */
  get goneAt(): Millis | undefined {
    return this.#goneAt;
  }

  /**
   * Null while it is not known.
   * @param audibleSince when it could be heard for the first time, or again; undefined while it cannot
   */
  isOnline(now: Millis, audibleSince: Millis | undefined): boolean | null {
    if (this.#heardAt !== undefined && this.#goneAt === undefined && now - this.#heardAt < ONLINE_FOR) {
      return audibleSince === undefined ? null : true;
    }
    return audibleSince === undefined || now - audibleSince < QUIET_FOR ? null : false;
  }
}
