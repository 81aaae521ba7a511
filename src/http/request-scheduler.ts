import type { Clock, Millis } from '../common/clock.js';
import { FairQueue } from '../common/fair-queue.js';
import { yieldNow } from '../common/time-slices.js';
import { urgentWorkEnded } from '../common/urgent-work.js';

/** The time for which requests begin at once; a longer iteration of the event loop would delay everything else. */
export const MAX_BURST_TIME: Millis = 5;
/** The number of waiting requests that begin in each further iteration: some milliseconds of work. */
export const REQUESTS_AT_ONCE = 2;

/** The number of waiting requests of one owner from which on no more of them are read. */
export const MAX_READ_AHEAD = 16;

/** Reading of the connections of one owner. */
export interface ReadControl {
  pauseReading(owner: string): void;
  /** Continues with up to `count` connections, in the order in which they were paused; false when none is left. */
  resumeReading(owner: string, count: number): boolean;
}

interface PausedOwner {
  /** True if its connections were paused in this iteration of the event loop. */
  isPausedNow: boolean;
  /** The number of its requests that have begun since connections were resumed last. */
  begun: number;
}

/**
 * Spreads a burst of requests over several iterations of the event loop, so that poll cycles and everything else
 * continue between them. Owners are served in round robin: a burst of one delays the request of another by a few. An
 * owner with many waiting requests gets no others read: parsing 1,500 in one iteration would hold it for 100 ms.
 */
export class RequestScheduler {
  readonly #queue = new FairQueue();
  #waiting = 0;
  /** The number of requests begun in this iteration of the event loop, and the time of the first. */
  #started = 0;
  #since: Millis = 0;

  /** Owners with paused connections. */
  readonly #paused = new Map<string, PausedOwner>();

  constructor(
    private readonly clock: Clock,
    private readonly connections?: ReadControl,
  ) {}

  /** True where nothing waits and the time of the burst is left: the caller begins one request at once, which is counted. */
  beginsNow(): boolean {
    if (this.#waiting > 0) return false;
    if (this.#started > 0 && this.clock.uptime() - this.#since >= MAX_BURST_TIME) return false;
    this.#countStarted();
    return true;
  }

  /**
   * Begins at once where nothing waits. `begin` must not throw, and checks by itself whether its sender is still there.
   * @param ownerOf returns the owner; called only for a request that has to wait
   */
  schedule(ownerOf: () => string, begin: () => void): void {
    if (this.beginsNow()) {
      begin();
      return;
    }
    this.#waiting++;
    const owner = ownerOf();
    void this.#queue.run(owner, 'user', async () => {
      await urgentWorkEnded();
      while (this.#started >= REQUESTS_AT_ONCE) await yieldNow();
      this.#waiting--;
      const paused = this.#paused.get(owner);
      if (paused) paused.begun++;
      this.#countStarted();
      begin();
    });
    if (this.connections && this.#queue.waiting(owner) >= MAX_READ_AHEAD) this.#pause(owner, this.connections);
  }

  /** Also where some are paused already: others, whose requests were answered, may have sent the next ones meanwhile. */
  #pause(owner: string, connections: ReadControl): void {
    const known = this.#paused.get(owner);
    if (known?.isPausedNow) return;
    const paused = known ?? { isPausedNow: true, begun: 0 };
    paused.isPausedNow = true;
    this.#paused.set(owner, paused);
    connections.pauseReading(owner);
    if (!known) void this.#resume(owner, paused, connections);
  }

  /**
   * Resumes one connection for each request that has begun, and more while few requests wait. Node reads a connection
   * again once its request is answered, so that enough may always wait; those that were never read must not wait for ever.
   */
  async #resume(owner: string, paused: PausedOwner, connections: ReadControl): Promise<void> {
    let count: number;
    do {
      await urgentWorkEnded(); // nothing begins meanwhile: no need to turn the event loop
      await yieldNow();
      paused.isPausedNow = false;
      count = Math.max(paused.begun, MAX_READ_AHEAD - this.#queue.waiting(owner));
      paused.begun = 0;
    } while (connections.resumeReading(owner, count));
    this.#paused.delete(owner);
  }

  #countStarted(): void {
    if (this.#started++ > 0) return;
    this.#since = this.clock.uptime();
    void yieldNow().then(() => (this.#started = 0));
  }
}
