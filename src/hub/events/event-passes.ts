import type { Millis } from '../../common/clock.js';

/** A PDU begins again within this time; if it does not, it has dropped the event that was not stored. */
const HELD_FOR: Millis = 60_000;

interface Pass {
  /** The number of the last event that has come. */
  last: number;
  /** The number up to which all that wait at the PDU were taken; 0 at the begin of a pass. */
  taken: number;
  /** Until then nothing is taken: an earlier one was not stored, and would be confirmed together with what follows it. */
  heldUntil: Millis;
}

/**
 * A PDU sends its events oldest first, again and again until they are confirmed, and one number confirms all before it. So
 * when one was lost on its way or could not be stored, none after it may be taken, until the PDU begins again. A controller of
 * an earlier release does not say which event is before another, so of its events nobody sees that one was lost.
 */
export class EventPasses {
  readonly #passes = new Map<string, Pass>();

  /**
   * An event has come; false if it must be left for its repetition.
   * @param after the number of the one before it, 0 for the oldest; undefined where the PDU does not say it
   */
  mayTake(pdu: string, number: number, now: Millis, after?: number): boolean {
    const pass = this.#passes.get(pdu) ?? { last: -1, taken: 0, heldUntil: -Infinity };
    this.#passes.set(pdu, pass);
    if (after === undefined ? number <= pass.last : after === 0) pass.heldUntil = -Infinity;
    pass.last = number;
    if (after === undefined) return now >= pass.heldUntil;
    if (after > pass.taken) return false;
    pass.taken = Math.max(pass.taken, number);
    return true;
  }

  /** An event of this PDU was not stored. */
  hold(pdu: string, now: Millis): void {
    const pass = this.#passes.get(pdu);
    if (!pass) return;
    pass.heldUntil = now + HELD_FOR;
    pass.taken = 0;
  }

  /** True while events of this PDU must be left for their repetition, those that wait already too. */
  isHeld(pdu: string, now: Millis): boolean {
    return now < (this.#passes.get(pdu)?.heldUntil ?? -Infinity);
  }

  /** The PDU has connected, so it begins with its oldest. */
  restart(pdu: string): void {
    this.#passes.delete(pdu);
  }
}
