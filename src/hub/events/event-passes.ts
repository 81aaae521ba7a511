import type { Millis } from '../../common/clock.js';

/** A PDU begins again within this time; if it does not, it has dropped the event that was not stored. */
const HELD_FOR: Millis = 60_000;

interface Pass {
  /** The number of the last event that has come. */
  last: number;
  /** Until then nothing is taken: an earlier one was not stored, and would be confirmed together with what follows it. */
  heldUntil: Millis;
}

/**
 * A PDU sends its events oldest first, again and again until they are confirmed, and one number confirms all before it. So
 * when one could not be stored, none after it may be, until the PDU begins again.
 */
export class EventPasses {
  readonly #passes = new Map<string, Pass>();

  /** An event has come; false if it must be left for its repetition. */
  mayTake(pdu: string, number: number, now: Millis): boolean {
    const pass = this.#passes.get(pdu) ?? { last: -1, heldUntil: -Infinity };
    this.#passes.set(pdu, pass);
    if (number <= pass.last) pass.heldUntil = -Infinity;
    pass.last = number;
    return now >= pass.heldUntil;
  }

  /** An event of this PDU was not stored. */
  hold(pdu: string, now: Millis): void {
    const pass = this.#passes.get(pdu);
    if (pass) pass.heldUntil = now + HELD_FOR;
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
