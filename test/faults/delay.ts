import { monotonic } from './restarts.js';

const EVERY = 100;

/** Measures how long at most this process was kept from working: what a machine with too much to do does to all. */
export class Delay {
  #longest = 0;
  readonly #timer: NodeJS.Timeout;

  constructor() {
    let due = monotonic() + EVERY;
    this.#timer = setInterval(() => {
      const now = monotonic();
      this.#longest = Math.max(this.#longest, now - due);
      due = now + EVERY;
    }, EVERY);
  }

  /** ms */
  get longest(): number {
    return this.#longest;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
