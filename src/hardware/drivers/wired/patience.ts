import type { Clock, Millis } from '../../../kernel/clock.js';

const FIRST: Millis = 1_000;
const LONGEST: Millis = 8_000;

/** Asks a device that is silent less and less often, so that the others on its bus keep their second. */
export class Patience {
  #wait: Millis = 0;
  #notBefore: Millis = 0;

  constructor(private readonly clock: Clock) {}

  get mayAsk(): boolean {
    return this.clock.uptime() >= this.#notBefore;
  }

  answered(): void {
    this.#wait = 0;
    this.#notBefore = 0;
  }

  /** The first silence may be one lost frame: it is asked again at once. */
  silent(): void {
    this.#notBefore = this.clock.uptime() + this.#wait;
    this.#wait = this.#wait === 0 ? FIRST : Math.min(LONGEST, this.#wait * 2);
  }
}
