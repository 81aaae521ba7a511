import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Cause } from '../common/cause.js';
import { Clock } from '../common/clock.js';
import { Db } from '../database/db.js';
import { storeRows, storeStatements } from '../database/rows.js';
import type { Statement, Writes } from '../database/statement.js';
import { AuditBounds, boundedJson, MAX_TEXT, shortened } from './audit-bounds.js';
import { AuditEntryEntity } from './audit-entry.entity.js';

export interface AuditRecord {
  /** `resource.verb`, for example `outlet.switch`. */
  readonly kind: string;
  /** `resource:id`, for example `outlet:1-1200578`. */
  readonly object: string;
  readonly cause: Cause;
  /** Members that changed, before and after. Secrets never stand here: say `true` for "is set". */
  readonly before?: object | undefined;
  readonly after?: object | undefined;
  /** `ok` when absent, else the code of the error it ended with. */
  readonly result?: string;
}

/** So many entries wait for a storage that takes nothing. */
const MAX_PENDING = 100;

export type AuditListener = (entry: Readonly<AuditEntryEntity>) => void;

/** Writes the audit log, keeps it bounded, and notifies its listeners of every entry. */
@Injectable()
export class AuditLogService {
  readonly #logger = new Logger('AuditLog');
  readonly #listeners: AuditListener[] = [];
  /** Records that listeners have received and that are not stored yet. */
  readonly #pending: Omit<AuditEntryEntity, 'id'>[] = [];
  /** The id of the newest entry; undefined where only the database knows it, as after a transaction that has failed. */
  #newest: number | undefined;

  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
    private readonly bounds: AuditBounds,
  ) {}

  /** Writes audit records; inside a unit of work they are committed with the change they speak of. */
  async record(...records: AuditRecord[]): Promise<void> {
    if (records.length === 0) return;
    await this.db.transaction(async (entities) => {
      const rows = records.map((record) => this.#row(record));
      const newest = await this.#store(entities, rows);
      this.db.afterCommit(() => this.#stored(rows, newest));
    });
  }

  /**
   * The same as statements, for a commit on which a relay waits; only for work that runs exclusively, see
   * {@link Db.exclusively}.
   */
  async prepared(...records: AuditRecord[]): Promise<Writes> {
    if (records.length === 0) return { statements: [] };
    const rows = records.map((record) => this.#row(record));
    const newest = (this.#newest ?? (await this.#readNewest())) + rows.length;
    this.#newest = undefined;
    const statements = storeStatements(this.db.tableOf(AuditEntryEntity), rows);
    return {
      statements: [...statements, ...this.#deletionOfOldest(newest, rows.length)],
      committed: () => this.#stored(rows, newest),
    };
  }

  /** Like {@link record}, but what cannot be recorded stops nobody: for records that must be done on a full disk too. */
  async tryToRecord(...records: AuditRecord[]): Promise<void> {
    await this.record(...records).catch((error: unknown) => {
      const kinds = records.map(({ kind, object }) => `${kind} ${object}`).join(', ');
      this.#logger.error(`Not in the audit log: ${kinds}. ${String(error)}`);
    });
  }

  /**
   * Like {@link tryToRecord}, but nothing is lost on a full disk: listeners hear of it at once, with an id of 0, and what
   * could not be stored is queued for {@link storePending}.
   */
  async recordOrQueue(...records: AuditRecord[]): Promise<void> {
    const rows = records.map((record) => this.#row(record));
    await this.record(...records).catch(() => {
      rows.forEach((row) => this.#notify({ ...row, id: 0 }));
      this.#pending.push(...rows);
      this.#pending.splice(0, this.#pending.length - MAX_PENDING);
    });
  }

  /** Stores what could not be stored before, with the times at which it happened. */
  async storePending(): Promise<void> {
    if (this.#pending.length === 0) return;
    const rows = this.#pending.splice(0);
    await this.db
      .transaction(async (entities) => {
        const newest = await this.#store(entities, rows);
        this.db.afterCommit(() => (this.#newest = newest));
      })
      .catch(() => this.#pending.unshift(...rows));
  }

  /** Calls the listener for each entry once it is durable, in the order of the log. Readers must not block. */
  onRecord(listener: AuditListener): void {
    this.#listeners.push(listener);
  }

  /** Stores rows in the running transaction; returns the id of the last. */
  async #store(entities: EntityManager, rows: readonly Omit<AuditEntryEntity, 'id'>[]): Promise<number> {
    this.#newest = undefined;
    const newest = await storeRows(entities, AuditEntryEntity, rows);
    for (const { sql, values } of this.#deletionOfOldest(newest, rows.length)) await entities.query(sql, [...values]);
    return newest;
  }

  /** The rows are durable. */
  #stored(rows: readonly Omit<AuditEntryEntity, 'id'>[], newest: number): void {
    this.#newest = newest;
    rows.forEach((row, place) => this.#notify({ ...row, id: newest - rows.length + 1 + place }));
  }

  /** SQLite's own counter, which gives the next entry its id. */
  async #readNewest(): Promise<number> {
    const { tableName } = this.db.tableOf(AuditEntryEntity);
    const [counter] = await this.db.read.query<{ seq: number }[]>('SELECT seq FROM sqlite_sequence WHERE name = ?', [
      tableName,
    ]);
    return counter?.seq ?? 0;
  }

  /** Ids count up without gaps, so the newest one shows how many there can be; nothing is counted. */
  #deletionOfOldest(newest: number, added: number): Statement[] {
    const { entries, batch } = this.bounds;
    if (Math.floor(newest / batch) === Math.floor((newest - added) / batch)) return [];
    const { tableName } = this.db.tableOf(AuditEntryEntity);
    return [{ sql: `DELETE FROM "${tableName}" WHERE "id" <= ?`, values: [newest - (entries - batch)] }];
  }

  #notify(entry: AuditEntryEntity): void {
    for (const listener of this.#listeners) {
      try {
        listener(entry);
      } catch (error) {
        this.#logger.error('A listener of the audit log failed.', error instanceof Error ? error.stack : error);
      }
    }
  }

  #row({ kind, object, cause, before, after, result = 'ok' }: AuditRecord): Omit<AuditEntryEntity, 'id'> {
    return {
      at: this.clock.now(),
      kind: shortened(kind, MAX_TEXT),
      object: shortened(object, MAX_TEXT),
      via: cause.kind,
      who: shortened(cause.who, MAX_TEXT),
      address: cause.address ?? null,
      before: boundedJson(before),
      after: boundedJson(cause.reason === undefined ? after : { ...after, reason: cause.reason }),
      result: shortened(result, MAX_TEXT),
    };
  }
}
