import type { Clock, Millis } from '../../common/clock.js';

/**
 * The hub's clock: the wall clock, but it never goes back. A wall clock that is set back would make commands valid again
 * whose time was over; one that is set forward only ends them sooner.
 */
export class HubTime {
  #offset = -Infinity;

  constructor(private readonly clock: Pick<Clock, 'now' | 'uptime'>) {}

  /** It is not before this moment: a command of the last run that is still open was accepted then. */
  notBefore(moment: Millis): void {
    this.#offset = Math.max(this.#offset, moment - this.clock.uptime());
  }

  /** Milliseconds since 1970. */
  get now(): Millis {
    const uptime = this.clock.uptime();
    this.#offset = Math.max(this.#offset, this.clock.now() - uptime);
    return Math.round(this.#offset + uptime);
  }
}
