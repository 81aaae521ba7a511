import { Injectable } from '@nestjs/common';
import { Revision } from '../kernel/revision.js';
import { Ticks, type TickPriority } from '../kernel/ticks.js';
import type { Snapshot } from './snapshot.js';

/** Synchronous by type: no listener can make the poll cycle wait. */
export type SnapshotListener = (now: Snapshot) => void;

/** Holds the newest snapshot; each new one is a tick of the clock that all modules share. */
@Injectable()
export class SnapshotStore {
  #current: Snapshot | undefined;

  constructor(
    private readonly ticks: Ticks,
    private readonly revisions: Revision,
  ) {}

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
    return this.revisions.value;
  }

  /** Invalidates cached responses, because a name or setting that they contain has changed. */
  touch(): void {
    this.revisions.touch();
  }

  /** Calls the listener with each new snapshot. What needs no reading listens to {@link Ticks}. */
  onTick(priority: TickPriority, listener: SnapshotListener): void {
    this.ticks.onTick(priority, () => listener(this.current));
  }

  /** Called by the poller alone. */
  publish(snapshot: Snapshot): void {
    this.#current = snapshot;
    this.revisions.touch();
    this.ticks.run(snapshot);
  }
}
