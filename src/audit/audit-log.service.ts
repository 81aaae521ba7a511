import { Injectable, Logger } from '@nestjs/common';
import { LessThanOrEqual, type EntityManager } from 'typeorm';
import type { Cause } from '../common/cause.js';
import { Clock } from '../common/clock.js';
import { Db } from '../database/db.js';
import { storeRows } from '../database/rows.js';
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
      const last = await storeRows(entities, AuditEntryEntity, rows);
      const entries = rows.map((row, i) => ({ ...row, id: last - rows.length + 1 + i }));
      await this.#deleteOldest(entities, entries.at(-1)?.id ?? 0, entries.length);
      this.db.afterCommit(() => entries.forEach((entry) => this.#notify(entry)));
    });
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
        const last = await storeRows(entities, AuditEntryEntity, rows);
        await this.#deleteOldest(entities, last, rows.length);
      })
      .catch(() => this.#pending.unshift(...rows));
  }

  /** Calls the listener for each entry once it is durable, in the order of the log. Readers must not block. */
  onRecord(listener: AuditListener): void {
    this.#listeners.push(listener);
  }

  /** Ids count up without gaps, so the newest one shows how many there can be; nothing is counted. */
  async #deleteOldest(entities: EntityManager, newest: number, added: number): Promise<void> {
    const { entries, batch } = this.bounds;
    if (Math.floor(newest / batch) === Math.floor((newest - added) / batch)) return;
    await entities.delete(AuditEntryEntity, { id: LessThanOrEqual(newest - (entries - batch)) });
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
      after: boundedJson(after),
      result: shortened(result, MAX_TEXT),
    };
  }
}
