import type { Clock, Millis } from '../../../common/clock.js';

const FIRST_DELAY: Millis = 1_000;
const MAX_DELAY: Millis = 8_000;

/** Reads a device that does not answer less and less often, so that it does not delay the others on its bus. */
export class Backoff {
  #delay: Millis = 0;
  #notBefore: Millis = 0;

  constructor(private readonly clock: Clock) {}

  get mayTry(): boolean {
    return this.clock.uptime() >= this.#notBefore;
  }

  reset(): void {
    this.#delay = 0;
    this.#notBefore = 0;
  }

  /** The first timeout may be one lost frame, so the device is read again at once. */
  increase(): void {
    this.#notBefore = this.clock.uptime() + this.#delay;
    this.#delay = this.#delay === 0 ? FIRST_DELAY : Math.min(MAX_DELAY, this.#delay * 2);
  }
}
