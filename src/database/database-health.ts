import { Injectable, Logger } from '@nestjs/common';
import { Clock, type Millis } from '../common/clock.js';

/**
 * ok: all is well. full: no space to write. readOnly: the storage refuses or fails writes, reading goes on.
 * damaged: the database is broken. At a start: nothing good was found to restore, and nobody can sign in
 * (docs/recovery.md). During a run: nothing is written any more until a restart repairs it.
 * restored: the database was broken at this start, and a good copy or what could be saved of it took its place.
 */
export const DATABASE_STATES = ['ok', 'full', 'readOnly', 'damaged', 'restored'] as const;
export type DatabaseState = (typeof DATABASE_STATES)[number];

/** The states that a start can end in, and that a run goes back to when its faults are over. */
export type StartState = Exclude<DatabaseState, 'full' | 'readOnly'>;
export type WriteFault = Exclude<DatabaseState, 'ok' | 'restored'>;

interface Status<S extends DatabaseState> {
  readonly state: S;
  readonly since: Millis;
  readonly message: string | undefined;
}

/** Databases that were moved aside at repairs, and their size on the disk. */
export interface MovedAside {
  readonly databases: number;
  readonly bytes: number;
}

/** How the database is: for /health, metrics and who asks before writing. */
@Injectable()
export class DatabaseHealth {
  readonly #logger = new Logger('Database');
  #start: Status<StartState>;
  #fault: Status<WriteFault> | undefined;
  #lastBackupCopyAt: Millis | undefined;
  #movedAside: MovedAside | undefined;

  constructor(private readonly clock: Clock) {
    this.#start = { state: 'ok', since: clock.now(), message: undefined };
  }

  get state(): DatabaseState {
    return this.#status.state;
  }

  /** Wall clock since when it is in this state, ms. */
  get since(): Millis {
    return this.#status.since;
  }

  /** A sentence for the operator; undefined while all is well. */
  get message(): string | undefined {
    return this.#status.message;
  }

  /** Wall clock of the newest good copy, ms; undefined where there is none. */
  get lastBackupCopyAt(): Millis | undefined {
    return this.#lastBackupCopyAt;
  }

  /** Undefined where there are none. */
  get movedAside(): MovedAside | undefined {
    return this.#movedAside;
  }

  /** False while writes are refused: settings answer STORAGE_FULL, relays are switched all the same. */
  get isWritable(): boolean {
    return this.#fault === undefined && !this.isSafeMode;
  }

  /**
   * True when the start found nothing good and works in memory: nobody can sign in, no relay is switched, and nothing
   * on the disk is touched (docs/recovery.md).
   */
  get isSafeMode(): boolean {
    return this.#start.state === 'damaged';
  }

  /** True once a page is known to be broken: nothing is written any more. */
  get isBroken(): boolean {
    return this.#fault?.state === 'damaged';
  }

  /** Says how the start has found the database. */
  started(state: StartState, message?: string): void {
    this.#start = { state, since: this.clock.now(), message };
  }

  /** Says that a write was refused or failed. */
  failing(state: 'full' | 'readOnly', message: string): void {
    if (!this.isBroken) this.#setFault(state, message);
  }

  /** Says that a page of the database is broken; until the next start. */
  broken(message: string): void {
    this.#setFault('damaged', message);
  }

  /** Says that writing works. */
  writable(): void {
    if (!this.#fault || this.isBroken) return;
    this.#fault = undefined;
    this.#start = { ...this.#start, since: this.clock.now() };
    this.#logger.log('The database can be written again.');
  }

  /** Says when the newest good copy was made. */
  setBackupCopyTime(at: Millis): void {
    this.#lastBackupCopyAt = at;
  }

  /** Says which databases moved aside are still there. */
  setMovedAside(movedAside: MovedAside | undefined): void {
    this.#movedAside = movedAside;
  }

  #setFault(state: WriteFault, message: string): void {
    if (this.#fault?.state === state) return;
    this.#fault = { state, since: this.clock.now(), message };
    this.#logger.error(message); // once for each fault: a full disk must not fill the log as well
  }

  get #status(): Status<DatabaseState> {
    return this.#fault ?? this.#start;
  }
}
