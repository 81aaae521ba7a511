import type { Clock, Millis } from '../common/clock.js';
import { FairQueue } from '../common/fair-queue.js';
import { yieldNow } from '../common/time-slices.js';

/** For so long requests begin as they come; a turn of the event loop that takes longer holds up everybody. */
export const MAX_BURST_TIME: Millis = 5;
/** So many of those that wait begin in each further turn: some milliseconds of work. */
export const REQUESTS_AT_ONCE = 4;

/**
 * Where more requests come in at once than are soon answered, lets poll cycles and everything else go on between them,
 * and their owners take turns: a burst of a thousand requests of one sender holds up the request of another for a few.
 */
export class RequestScheduler {
  readonly #queue = new FairQueue();
  #waiting = 0;
  /** Begun in this turn of the event loop, and when the first of them did. */
  #started = 0;
  #since: Millis = 0;

  constructor(private readonly clock: Clock) {}

  /**
   * Begins at once where nothing waits. `begin` never throws, and looks by itself whether its sender still waits.
   * @param owner whose turn it takes; asked only of a request that has to wait
   */
  schedule(owner: () => string, begin: () => void): void {
    if (this.#waiting === 0 && (this.#started === 0 || this.clock.uptime() - this.#since < MAX_BURST_TIME)) {
      this.#countStarted();
      begin();
      return;
    }
    this.#waiting++;
    void this.#queue.run(owner(), 'user', async () => {
      while (this.#started >= REQUESTS_AT_ONCE) await yieldNow();
      this.#waiting--;
      this.#countStarted();
      begin();
    });
  }

  #countStarted(): void {
    if (this.#started++ > 0) return;
    this.#since = this.clock.uptime();
    void yieldNow().then(() => (this.#started = 0));
  }
}
