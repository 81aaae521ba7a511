import type { Millis } from '../../common/clock.js';

/** Without an answer of the hub that is younger than this, its clock counts as unknown. */
const VALID: Millis = 60_000;

/**
 * The hub's clock, by the controller's own uptime: no wall clock of the controller is asked, so none that jumps makes a
 * command late.
 */
export class HubClock {
  #latest: { readonly asked: Millis; readonly clock: Millis } | undefined;

  /**
   * Takes the hub's answer to a question. One that comes later than another of a newer question changes nothing.
   * @param asked the uptime at the question
   * @param clock the hub's clock at its answer
   */
  onAnswer(asked: Millis, clock: Millis, uptime: Millis): void {
    if (asked > uptime || (this.#latest && asked < this.#latest.asked)) return;
    this.#latest = { asked, clock };
  }

  /**
   * The hub's clock now, or up to one round trip later than it is, so that no command begins late; undefined while it is
   * not known.
   */
  at(uptime: Millis): Millis | undefined {
    if (!this.#latest || uptime - this.#latest.asked > VALID) return undefined;
    return this.#latest.clock + uptime - this.#latest.asked;
  }
}
