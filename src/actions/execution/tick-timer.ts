import { Injectable } from '@nestjs/common';
import { Clock, POLL_JITTER, type Millis } from '../../common/clock.js';

/** Moments that somebody waits for; looked at on every poll cycle, so they need no timer. */
@Injectable()
export class TickTimer {
  #waiting: { readonly due: Millis; readonly come: () => void }[] = [];

  constructor(private readonly clock: Clock) {}

  /** Resolves on the first poll cycle that comes so much later. */
  after(wait: Millis): Promise<void> {
    const due = this.clock.uptime() + wait;
    return new Promise((come) => this.#waiting.push({ due, come }));
  }

  /** Nobody waits any longer; what they waited for never comes. */
  clear(): void {
    this.#waiting = [];
  }

  onTick(): void {
    if (this.#waiting.length === 0) return;
    const latest = this.clock.uptime() + POLL_JITTER;
    const come = this.#waiting.filter(({ due }) => due <= latest);
    this.#waiting = this.#waiting.filter(({ due }) => due > latest);
    for (const moment of come) moment.come();
  }
}
