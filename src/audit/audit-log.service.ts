import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Cause } from '../common/cause.js';
import { Clock } from '../common/clock.js';
import { printable } from '../common/text.js';
import { Db } from '../database/db.js';
import { run } from '../database/dialect.js';
import { insertNumbered, storeStatements } from '../database/rows.js';
import type { Statement, Writes } from '../database/statement.js';
import { AuditBounds, boundedJson, MAX_TEXT, shortened } from './audit-bounds.js';
import { AuditEntryEntity, partsOf } from './audit-entry.entity.js';

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
  /** A second object that it speaks of, as `resource:id`: what an event triggered for. */
  readonly about?: string | undefined;
  /** Asked when the record is written: the id of the entry that led to it, instead of that of the cause. */
  readonly ledBy?: () => number | undefined;
}

/** A row as it is stored; the database gives it its id. */
type NewEntry = Omit<AuditEntryEntity, 'id'>;

/** The name of an object at this moment; undefined where it has none. */
export type NameOf = (id: string) => string | undefined;

/** The words for the objects of one kind. */
export interface Naming {
  readonly nameOf: NameOf;
  /** In a sentence to somebody who has nothing else before them: "Outlet 7 (db-master)". Without it the name. */
  readonly titleOf?: NameOf | undefined;
}

/** Its name for other hubs. */
const STORE = 'audit_entry';

/** So many entries wait for a storage that takes nothing. */
const MAX_PENDING = 100;

export type AuditListener = (entry: Readonly<AuditEntryEntity>) => void;

/** Writes the audit log, keeps it bounded, and notifies its listeners of every entry. */
@Injectable()
export class AuditLogService {
  readonly #logger = new Logger('AuditLog');
  readonly #listeners: AuditListener[] = [];
  /** Records that listeners have received and that are not stored yet. */
  readonly #pending: NewEntry[] = [];
  readonly #names = new Map<string, Naming>();
  readonly #ids = new Map<string, NameOf>();
  /** The id of the newest entry; undefined where only the database knows it, as after a transaction that has failed. */
  #newest: number | undefined;

  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
    private readonly bounds: AuditBounds,
  ) {}

  /** Registers how objects of a kind are named: an entry keeps the name that its object has when it is written. */
  nameObjects(kind: string, nameOf: NameOf, titleOf?: NameOf): void {
    this.#names.set(kind, { nameOf, titleOf });
  }

  /** Registers how the id of an object of a kind is found where a reader may give something else, such as an index. */
  identifyObjects(kind: string, idOf: NameOf): void {
    this.#ids.set(kind, idOf);
  }

  /** The object of a query as entries have it, `outlet:1-1200578` for `outlet:1`; unchanged where nothing else is known. */
  recordedAs(object: string): string {
    const [kind, given] = partsOf(object);
    const id = this.#ids.get(kind)?.(given);
    return id === undefined ? object : `${kind}:${id}`;
  }

  /**
   * Writes audit records; inside a unit of work they are committed with the change they speak of. Answers the ids of
   * their entries.
   */
  async record(...records: AuditRecord[]): Promise<readonly number[]> {
    if (records.length === 0) return [];
    return this.db.transaction(async (entities) => {
      const rows = records.map((record) => this.#row(record));
      const ids = await this.#store(entities, rows);
      this.db.afterCommit(() => this.#stored(rows, ids));
      return ids;
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
    const statements = [...storeStatements(this.db.tableOf(AuditEntryEntity), rows)];
    const ids = idsUpTo(newest, rows.length);
    return {
      statements: [...statements, ...this.#deletionOfOldest(newest, rows.length)],
      committed: () => this.#stored(rows, ids),
      ids,
    };
  }

  /** Like {@link record}, but what cannot be recorded stops nobody: for records that must be done on a full disk too. */
  async tryToRecord(...records: AuditRecord[]): Promise<readonly number[]> {
    return this.record(...records).catch((error: unknown) => {
      const kinds = records.map(({ kind, object }) => `${kind} ${object}`).join(', ');
      this.#logger.error(`Not in the audit log: ${kinds}. ${String(error)}`);
      return [];
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
        const ids = await this.#store(entities, rows);
        this.db.afterCommit(() => (this.#newest = ids.at(-1)));
      })
      .catch(() => this.#pending.unshift(...rows));
  }

  /** Calls the listener for each entry once it is durable, in the order of the log. Readers must not block. */
  onRecord(listener: AuditListener): void {
    this.#listeners.push(listener);
  }

  /** Calls the listener when another hub on this database has written entries, which {@link onRecord} does not have. */
  onRecordOfOthers(listener: () => Promise<void>): void {
    this.db.follow(STORE, listener);
  }

  /** Stores rows in the running transaction; returns their ids. */
  async #store(entities: EntityManager, rows: readonly NewEntry[]): Promise<number[]> {
    this.#newest = undefined;
    const ids = await insertNumbered(entities, AuditEntryEntity, rows);
    this.db.announce(STORE);
    const [first = 0, newest = 0] = [ids[0], ids.at(-1)];
    for (const { sql, values } of this.#deletionOfOldest(newest, newest - first + 1)) await run(entities, sql, values);
    return ids;
  }

  /** The rows are durable. */
  #stored(rows: readonly NewEntry[], ids: readonly number[]): void {
    this.#newest = ids.at(-1);
    rows.forEach((row, place) => this.#notify({ ...row, id: ids[place] ?? 0 }));
  }

  /** SQLite's own counter, which gives the next entry its id. */
  async #readNewest(): Promise<number> {
    const { tableName } = this.db.tableOf(AuditEntryEntity);
    const [counter] = await this.db.read.query<{ seq: number }[]>('SELECT seq FROM sqlite_sequence WHERE name = ?', [
      tableName,
    ]);
    return counter?.seq ?? 0;
  }

  /** Ids count up, so the newest one shows how many there can be at most; nothing is counted. */
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

  /** The name of an object as `resource:id`; undefined for one without a name, or that is not known any more. */
  nameOf(object: string): string | undefined {
    return this.#called(object, ({ nameOf }) => nameOf);
  }

  /** The object as one line for a person, "Outlet 7 (db-master)"; undefined where it has no name. */
  titleOf(object: string): string | undefined {
    const title = this.#called(object, ({ nameOf, titleOf = nameOf }) => titleOf);
    return title === undefined ? undefined : printable(title);
  }

  #called(object: string, by: (naming: Naming) => NameOf): string | undefined {
    const [kind, id] = partsOf(object);
    const naming = this.#names.get(kind);
    try {
      return naming && by(naming)(id);
    } catch (error) {
      // Its names are not loaded yet, or it is gone: a record is worth more than its name.
      this.#logger.debug(`${object} has no name: ${String(error)}`);
      return undefined;
    }
  }

  #row({ kind, object, cause, before, after, result = 'ok', about, ledBy }: AuditRecord): NewEntry {
    const name = this.nameOf(object) ?? memberName(after) ?? memberName(before);
    const aboutName = about === undefined ? undefined : this.nameOf(about);
    return {
      at: this.clock.now(),
      kind: shortened(kind, MAX_TEXT),
      object: shortened(object, MAX_TEXT),
      name: name === undefined ? null : shortened(name, MAX_TEXT),
      about: about === undefined ? null : shortened(about, MAX_TEXT),
      aboutName: aboutName === undefined ? null : shortened(aboutName, MAX_TEXT),
      via: cause.kind,
      who: shortened(cause.who, MAX_TEXT),
      address: cause.address ?? null,
      before: boundedJson(before),
      after: boundedJson(cause.reason === undefined ? after : { ...after, reason: cause.reason }),
      result: shortened(result, MAX_TEXT),
      cause: ledBy?.() ?? cause.entry ?? null,
    };
  }
}

/** The ids of so many entries, of which the last is the newest: they count up without gaps. */
const idsUpTo = (newest: number, count: number): number[] =>
  Array.from({ length: count }, (_, place) => newest - count + 1 + place);

/** The name of an object that is being made, or of which nothing else is left than what its record says. */
function memberName(members: object | undefined): string | undefined {
  const { name, username } = (members ?? {}) as { readonly name?: unknown; readonly username?: unknown };
  return [name, username].find((text): text is string => typeof text === 'string' && text !== '');
}
