import type { Clock, Millis } from '../common/clock.js';
import { FairQueue } from '../common/fair-queue.js';
import { yieldNow } from '../common/time-slices.js';

/** The time for which requests begin at once; a longer iteration of the event loop would delay everything else. */
export const MAX_BURST_TIME: Millis = 5;
/** The number of waiting requests that begin in each further iteration: some milliseconds of work. */
export const REQUESTS_AT_ONCE = 4;

/**
 * Spreads a burst of requests over several iterations of the event loop, so that poll cycles and everything else
 * continue between them. Owners are served in round robin: a burst of one delays the request of another by a few.
 */
export class RequestScheduler {
  readonly #queue = new FairQueue();
  #waiting = 0;
  /** The number of requests begun in this iteration of the event loop, and the time of the first. */
  #started = 0;
  #since: Millis = 0;

  constructor(private readonly clock: Clock) {}

  /**
   * Begins at once where nothing waits. `begin` must not throw, and checks by itself whether its sender is still there.
   * @param owner returns the owner; called only for a request that has to wait
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
