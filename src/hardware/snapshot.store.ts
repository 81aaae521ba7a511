import { Injectable, Logger } from '@nestjs/common';
import type { Snapshot } from './snapshot.js';

/** The readers of snapshots, in the order in which each poll cycle serves them. */
export const SNAPSHOT_READERS = [
  'coldStart',
  'powerCycles',
  'sessions',
  'faults',
  'rules',
  'actions',
  'stream',
  'history',
  'metrics',
  'syslog',
  'tls',
  'connections',
  'watchdog',
  'journal',
  'database',
  'backup',
] as const;
export type SnapshotReaderName = (typeof SNAPSHOT_READERS)[number];

/** Synchronous by type: no reader can make the poll cycle wait. */
export type SnapshotReader = (now: Snapshot, before: Snapshot) => void;

/** Holds the newest snapshot and hands each new one to its readers. */
@Injectable()
export class SnapshotStore {
  readonly #logger = new Logger('SnapshotStore');
  readonly #readers = new Map<SnapshotReaderName, SnapshotReader>();
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

  /** Says that a name or setting which answers show has changed. */
  touch(): void {
    this.#revision++;
  }

  onSnapshot(name: SnapshotReaderName, reader: SnapshotReader): void {
    if (this.#readers.has(name)) throw new Error(`A snapshot reader named ${name} is registered already.`);
    this.#readers.set(name, reader);
  }

  /** Called by the poller alone. One reader's exception is logged and does not stop the others. */
  publish(snapshot: Snapshot): void {
    const before = this.#current ?? snapshot;
    this.#current = snapshot;
    this.#revision++;
    for (const name of SNAPSHOT_READERS) {
      try {
        this.#readers.get(name)?.(snapshot, before);
      } catch (error) {
        this.#logger.error(`The snapshot reader ${name} failed.`, error instanceof Error ? error.stack : error);
      }
    }
  }
}
