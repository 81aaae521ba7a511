import type { Millis } from '../common/clock.js';
import { TokenBucket } from '../common/token-bucket.js';

/** The members of a socket that are used here. */
interface Readable {
  pause(): unknown;
  resume(): unknown;
}

/** Limits the requests of one connection: beyond the rate its socket is not read until the next second. */
export class RequestRate {
  readonly #bucket: TokenBucket;
  #isPaused = false;

  /** @param onResume called when requests that were received already may be answered */
  constructor(
    private readonly socket: Readable,
    perSecond: number,
    private readonly onResume: () => void,
  ) {
    this.#bucket = new TokenBucket({ perSecond, burst: perSecond });
  }

  /** True if a request may be answered now; if not, the socket is not read any more for some time. */
  take(uptime: Millis): boolean {
    if (this.#bucket.take(uptime)) return true;
    this.socket.pause();
    this.#isPaused = true;
    return false;
  }

  /** Called once a second. */
  onTick(uptime: Millis): void {
    if (!this.#isPaused || !this.#bucket.has(uptime)) return;
    this.#isPaused = false;
    this.socket.resume();
    this.onResume(); // which may pause it again
  }
}
