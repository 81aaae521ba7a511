import { Injectable, Logger } from '@nestjs/common';
import { Clock, type Millis } from '../kernel/clock.js';

/**
 * ok: all is well. full: no space to write. readOnly: the storage refuses or fails writes, reading goes on.
 * damaged: the database is broken. At a start: nothing good was found to restore, and nobody can sign in
 * (docs/recovery.md). During a run: nothing is written any more until a restart repairs it.
 * restored: the database was broken at this start, and a good copy or what could be saved of it took its place.
 */
export const DATABASE_STATES = ['ok', 'full', 'readOnly', 'damaged', 'restored'] as const;
export type DatabaseState = (typeof DATABASE_STATES)[number];

/** The states that a start can end in, and that a run goes back to when its troubles are over. */
export type StartState = Exclude<DatabaseState, 'full' | 'readOnly'>;
export type Trouble = Exclude<DatabaseState, 'ok' | 'restored'>;

interface Standing<S extends DatabaseState> {
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
  #start: Standing<StartState>;
  #trouble: Standing<Trouble> | undefined;
  #lastGoodCopyAt: Millis | undefined;
  #movedAside: MovedAside | undefined;

  constructor(private readonly clock: Clock) {
    this.#start = { state: 'ok', since: clock.now(), message: undefined };
  }

  get state(): DatabaseState {
    return this.#standing.state;
  }

  /** Wall clock since when it is in this state, ms. */
  get since(): Millis {
    return this.#standing.since;
  }

  /** A sentence for the operator; undefined while all is well. */
  get message(): string | undefined {
    return this.#standing.message;
  }

  /** Wall clock of the newest good copy, ms; undefined where there is none. */
  get lastGoodCopyAt(): Millis | undefined {
    return this.#lastGoodCopyAt;
  }

  /** Undefined where there are none. */
  get movedAside(): MovedAside | undefined {
    return this.#movedAside;
  }

  /** False while writes are refused: settings answer STORAGE_FULL, relays are switched all the same. */
  get isWritable(): boolean {
    return this.#trouble === undefined && !this.isSafeMode;
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
    return this.#trouble?.state === 'damaged';
  }

  /** Says how the start has found the database. */
  started(state: StartState, message?: string): void {
    this.#start = { state, since: this.clock.now(), message };
  }

  /** Says that a write was refused or failed. */
  failing(state: 'full' | 'readOnly', message: string): void {
    if (!this.isBroken) this.#enter(state, message);
  }

  /** Says that a page of the database is broken; until the next start. */
  broken(message: string): void {
    this.#enter('damaged', message);
  }

  /** Says that writing works. */
  writable(): void {
    if (!this.#trouble || this.isBroken) return;
    this.#trouble = undefined;
    this.#start = { ...this.#start, since: this.clock.now() };
    this.#logger.log('The database can be written again.');
  }

  /** Says when the newest good copy was made. */
  copied(at: Millis): void {
    this.#lastGoodCopyAt = at;
  }

  /** Says which databases moved aside are still there. */
  keeps(movedAside: MovedAside | undefined): void {
    this.#movedAside = movedAside;
  }

  #enter(state: Trouble, message: string): void {
    if (this.#trouble?.state === state) return;
    this.#trouble = { state, since: this.clock.now(), message };
    this.#logger.error(message); // once for each trouble: a full disk must not fill the log as well
  }

  get #standing(): Standing<DatabaseState> {
    return this.#trouble ?? this.#start;
  }
}
