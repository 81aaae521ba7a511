import { Injectable, Logger } from '@nestjs/common';
import { Clock, type Millis } from '../common/clock.js';

/**
 * ok: no problem. full: no space to write. readOnly: the storage refuses or fails writes, reading still works.
 * unreachable: the PostgreSQL server of a hub does not answer; nothing is read or written until it does.
 * damaged: the database is damaged. At a start: nothing could be recovered, and nobody can sign in (docs/recovery.md).
 * During operation: nothing is written any more until a restart repairs it.
 * restored: the database was damaged at this start and was rebuilt from its readable rows and the backup copy.
 */
export const DATABASE_STATES = ['ok', 'full', 'readOnly', 'unreachable', 'damaged', 'restored'] as const;
export type DatabaseState = (typeof DATABASE_STATES)[number];

/** The states after a start, to which the database returns when later faults have ended. */
export type StartState = Exclude<DatabaseState, 'full' | 'readOnly' | 'unreachable'>;
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

/** The state of the database, for /health, metrics and checks before writing. */
@Injectable()
export class DatabaseHealth {
  readonly #logger = new Logger('Database');
  #start: Status<StartState>;
  #fault: Status<WriteFault> | undefined;
  #lastBackupCopyAt: Millis | undefined;
  #movedAside: MovedAside | undefined;
  readonly #onReturn: (() => void)[] = [];

  constructor(private readonly clock: Clock) {
    this.#start = { state: 'ok', since: clock.now(), message: undefined };
  }

  get state(): DatabaseState {
    return this.#status.state;
  }

  /** Wall clock of the change to this state, ms. */
  get since(): Millis {
    return this.#status.since;
  }

  /** A sentence for the operator; undefined without a problem. */
  get message(): string | undefined {
    return this.#status.message;
  }

  /** Wall clock of the newest backup copy, ms; undefined where there is none. */
  get lastBackupCopyAt(): Millis | undefined {
    return this.#lastBackupCopyAt;
  }

  /** Undefined where there are none. */
  get movedAside(): MovedAside | undefined {
    return this.#movedAside;
  }

  /** False while writes are refused: settings answer STORAGE_FULL, relays can still be switched. */
  get isWritable(): boolean {
    return this.#fault === undefined && !this.isSafeMode;
  }

  /**
   * True when the start could not recover the database and works in memory: nobody can sign in, no relay is switched,
   * and no file is changed (docs/recovery.md).
   */
  get isSafeMode(): boolean {
    return this.#start.state === 'damaged';
  }

  /** True once a damaged page was found: nothing is written any more. */
  get isBroken(): boolean {
    return this.#fault?.state === 'damaged';
  }

  /** Reports the state of the database at start. */
  started(state: StartState, message?: string): void {
    this.#start = { state, since: this.clock.now(), message };
  }

  /**
   * Reports that a write was refused or failed.
   * @param logged the sentence for the log of the process, if that may say more
   */
  failing(state: 'full' | 'readOnly' | 'unreachable', message: string, logged = message): void {
    if (!this.isBroken) this.#setFault(state, message, logged);
  }

  /** Reports a damaged page of the database; lasts until the next start. */
  broken(message: string): void {
    this.#setFault('damaged', message);
  }

  /** Reports that writing works. */
  writable(): void {
    if (!this.#fault || this.isBroken) return;
    this.#fault = undefined;
    this.#start = { ...this.#start, since: this.clock.now() };
    this.#logger.log('The database can be written again.');
    for (const listener of this.#onReturn) listener();
  }

  /** Reports the time of the newest backup copy. */
  setBackupCopyTime(at: Millis): void {
    this.#lastBackupCopyAt = at;
  }

  /** Reports the databases moved aside that still exist. */
  setMovedAside(movedAside: MovedAside | undefined): void {
    this.#movedAside = movedAside;
  }

  /** Calls back when writing works again. */
  onReturn(listener: () => void): void {
    this.#onReturn.push(listener);
  }

  #setFault(state: WriteFault, message: string, logged = message): void {
    if (this.#fault?.state === state) return;
    this.#fault = { state, since: this.clock.now(), message };
    this.#logger.error(logged); // once for each fault: a full disk must not fill the log as well
  }

  get #status(): Status<DatabaseState> {
    return this.#fault ?? this.#start;
  }
}
