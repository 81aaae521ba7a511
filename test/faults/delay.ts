import { monotonic } from './restarts.js';

const EVERY = 100;

/** Measures the longest time for which this process could not run, as happens on an overloaded machine. */
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
