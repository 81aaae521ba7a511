import { Injectable, Logger } from '@nestjs/common';
import type { Snapshot } from './snapshot.js';

/**
 * The priorities of the listeners of a new snapshot, in the order in which they are called. It matters in four places: a
 * loss of mains stops the power cycles that were under way before one of them makes its next move; relays move before
 * anything else takes time; rules see the faults of this very snapshot; and clients are notified before the upkeep
 * begins. Listeners of one priority must not depend on an order: they are called as they have registered, and modules
 * start side by side.
 */
export const TICK_PRIORITIES = ['powerLoss', 'relays', 'faults', 'rules', 'actions', 'publish', 'upkeep'] as const;
export type TickPriority = (typeof TICK_PRIORITIES)[number];

/** Synchronous by type: no listener can make the poll cycle wait. */
export type TickListener = (now: Snapshot) => void;

/** Holds the newest snapshot and hands each new one to its listeners. */
@Injectable()
export class SnapshotStore {
  readonly #logger = new Logger('SnapshotStore');
  readonly #listeners = TICK_PRIORITIES.map((priority) => ({ priority, listeners: [] as TickListener[] }));
  #current: Snapshot | undefined;
  #revision = 0;

  /** The newest snapshot. There is one from before the first request on. */
  get current(): Snapshot {
    if (!this.#current) throw new Error('No snapshot yet: the poller runs once before the controller listens.');
    return this.#current;
  }

  get hasSnapshot(): boolean {
    return this.#current !== undefined;
  }

  /** Rises with each snapshot and each {@link touch}: what cached responses are valid for. */
  get revision(): number {
    return this.#revision;
  }

  /** Invalidates cached responses, because a name or setting that they contain has changed. */
  touch(): void {
    this.#revision++;
  }

  /** Calls the listener with each new snapshot. */
  onTick(priority: TickPriority, listener: TickListener): void {
    this.#listeners.find((each) => each.priority === priority)?.listeners.push(listener);
  }

  /** Called by the poller alone. One listener's exception is logged and does not stop the others. */
  publish(snapshot: Snapshot): void {
    this.#current = snapshot;
    this.#revision++;
    for (const { priority, listeners } of this.#listeners) {
      for (const listener of listeners) {
        try {
          listener(snapshot);
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
