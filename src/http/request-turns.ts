import type { Clock, Millis } from '../kernel/clock.js';
import { FairQueue } from '../kernel/fair-queue.js';
import { nextTurn } from '../kernel/slices.js';

/** For so long requests begin as they come; a turn of the event loop that takes longer holds up everybody. */
export const TURN_TIME: Millis = 5;
/** So many of those that wait begin in each further turn: some milliseconds of work. */
export const REQUESTS_AT_ONCE = 4;

/**
 * Where more requests come in at once than are soon answered, lets poll cycles and everything else go on between them,
 * and their owners take turns: a burst of a thousand requests of one sender holds up the request of another for a few.
 */
export class RequestTurns {
  readonly #queue = new FairQueue();
  #waiting = 0;
  /** Begun in this turn of the event loop, and when the first of them did. */
  #begun = 0;
  #since: Millis = 0;

  constructor(private readonly clock: Clock) {}

  /**
   * Begins at once where nothing waits. `begin` never throws, and looks by itself whether its sender still waits.
   * @param owner whose turn it takes; asked only of a request that has to wait
   */
  enter(owner: () => string, begin: () => void): void {
    if (this.#waiting === 0 && (this.#begun === 0 || this.clock.uptime() - this.#since < TURN_TIME)) {
      this.#count();
      begin();
      return;
    }
    this.#waiting++;
    void this.#queue.run(owner(), 'user', async () => {
      while (this.#begun >= REQUESTS_AT_ONCE) await nextTurn();
      this.#waiting--;
      this.#count();
      begin();
    });
  }

  #count(): void {
    if (this.#begun++ > 0) return;
    this.#since = this.clock.uptime();
    void nextTurn().then(() => (this.#begun = 0));
  }
}
