import { Injectable, Logger } from '@nestjs/common';
import { LessThanOrEqual, type EntityManager } from 'typeorm';
import type { Cause } from '../kernel/cause.js';
import { Clock } from '../kernel/clock.js';
import { Db } from '../database/db.js';
import { storeRows } from '../database/rows.js';
import { AuditBounds, boundedJson, MAX_TEXT, shortened } from './audit-bounds.js';
import { AuditEntry } from './audit-entry.entity.js';

export interface Deed {
  /** `room.deed`, for example `outlet.switch`. */
  readonly kind: string;
  /** `thing:id`, for example `outlet:1-1200578`. */
  readonly object: string;
  readonly cause: Cause;
  /** Members that changed, before and after. Secrets never stand here: say `true` for "is set". */
  readonly before?: object | undefined;
  readonly after?: object | undefined;
  /** `ok` when absent, else the code of the error it ended with. */
  readonly result?: string;
}

/** So many entries wait for a storage that takes nothing. */
const MOST_KEPT = 100;

export type AuditReader = (entry: Readonly<AuditEntry>) => void;

/** Writes the audit log, keeps it bounded, and tells its readers of every entry. */
@Injectable()
export class AuditLog {
  readonly #logger = new Logger('AuditLog');
  readonly #readers: AuditReader[] = [];
  /** Told, and not stored yet. */
  readonly #kept: Omit<AuditEntry, 'id'>[] = [];

  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
    private readonly bounds: AuditBounds,
  ) {}

  /** Records deeds; inside a unit of work they are committed with the change they speak of. */
  async record(...deeds: Deed[]): Promise<void> {
    if (deeds.length === 0) return;
    await this.db.write(async (entities) => {
      const rows = deeds.map((deed) => this.#row(deed));
      const last = await storeRows(entities, AuditEntry, rows);
      const entries = rows.map((row, i) => ({ ...row, id: last - rows.length + 1 + i }));
      await this.#forgetOldest(entities, entries.at(-1)?.id ?? 0, entries.length);
      this.db.afterCommit(() => entries.forEach((entry) => this.#tell(entry)));
    });
  }

  /** Like {@link record}, but what cannot be recorded stops nobody: for deeds that must be done on a full disk too. */
  async tryToRecord(...deeds: Deed[]): Promise<void> {
    await this.record(...deeds).catch((error: unknown) => {
      const kinds = deeds.map(({ kind, object }) => `${kind} ${object}`).join(', ');
      this.#logger.error(`Not in the audit log: ${kinds}. ${String(error)}`);
    });
  }

  /**
   * Like {@link tryToRecord}, but nothing is lost on a full disk: readers hear of it at once, with an id of 0, and what
   * could not be stored is kept for {@link storeKept}.
   */
  async recordInAnyCase(...deeds: Deed[]): Promise<void> {
    const rows = deeds.map((deed) => this.#row(deed));
    await this.record(...deeds).catch(() => {
      rows.forEach((row) => this.#tell({ ...row, id: 0 }));
      this.#kept.push(...rows);
      this.#kept.splice(0, this.#kept.length - MOST_KEPT);
    });
  }

  /** Stores what could not be stored before, with the times at which it happened. */
  async storeKept(): Promise<void> {
    if (this.#kept.length === 0) return;
    const rows = this.#kept.splice(0);
    await this.db
      .write(async (entities) => {
        const last = await storeRows(entities, AuditEntry, rows);
        await this.#forgetOldest(entities, last, rows.length);
      })
      .catch(() => this.#kept.unshift(...rows));
  }

  /** Calls the reader for each entry once it is durable, in the order of the log. Readers must not block. */
  onRecord(reader: AuditReader): void {
    this.#readers.push(reader);
  }

  /** Ids count up without gaps, so the newest one tells how many there can be; nothing is counted. */
  async #forgetOldest(entities: EntityManager, newest: number, added: number): Promise<void> {
    const { entries, batch } = this.bounds;
    if (Math.floor(newest / batch) === Math.floor((newest - added) / batch)) return;
    await entities.delete(AuditEntry, { id: LessThanOrEqual(newest - (entries - batch)) });
  }

  #tell(entry: AuditEntry): void {
    for (const reader of this.#readers) {
      try {
        reader(entry);
      } catch (error) {
        this.#logger.error('A reader of the audit log failed.', error instanceof Error ? error.stack : error);
      }
    }
  }

  #row({ kind, object, cause, before, after, result = 'ok' }: Deed): Omit<AuditEntry, 'id'> {
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
