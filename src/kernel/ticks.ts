import { Injectable, Logger } from '@nestjs/common';
import type { Millis } from '../common/clock.js';

/**
 * The priorities of the listeners of a tick, in the order in which they are called. It matters in four places: a
 * loss of mains stops the power cycles that were under way before one of them makes its next move; relays move before
 * anything else takes time; rules see the faults of this very tick; and clients are notified before the upkeep
 * begins. Listeners of one priority must not depend on an order: they are called as they have registered, and modules
 * start side by side.
 */
export const TICK_PRIORITIES = ['powerLoss', 'relays', 'faults', 'rules', 'actions', 'publish', 'upkeep'] as const;
export type TickPriority = (typeof TICK_PRIORITIES)[number];

/** One step of the clock that all modules share. A snapshot of the hardware is one. */
export interface Tick {
  /** The monotonic time of this tick. */
  readonly uptime: Millis;
  /** True for an additional tick, between those of each second. */
  readonly reread?: true | undefined;
}

/** Synchronous by type: no listener can make a tick wait. */
export type TickListener = (tick: Tick) => void;

/**
 * The one clock of the process: a controller's poll cycle drives it, once a second and after each command. Modules that
 * only need to act once a second listen here, and so do not depend on hardware.
 */
@Injectable()
export class Ticks {
  readonly #logger = new Logger('Ticks');
  readonly #listeners = TICK_PRIORITIES.map((priority) => ({ priority, listeners: [] as TickListener[] }));

  #last: Millis | undefined;

  /** The monotonic time of the newest tick; undefined before the first. */
  get last(): Millis | undefined {
    return this.#last;
  }

  /** Calls the listener at each tick. */
  onTick(priority: TickPriority, listener: TickListener): void {
    this.#listeners.find((each) => each.priority === priority)?.listeners.push(listener);
  }

  /** Called by what drives the clock, alone. One listener's exception is logged and does not stop the others. */
  run(tick: Tick): void {
    this.#last = tick.uptime;
    for (const { priority, listeners } of this.#listeners) {
      for (const listener of listeners) {
        try {
          listener(tick);
        } catch (error) {
          this.#logger.error(
            `A part of the poll cycle failed (${priority}).`,
            error instanceof Error ? error.stack : error,
          );
        }
      }
    }
  }
}
