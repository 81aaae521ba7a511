import { isDeepStrictEqual } from 'node:util';
import type { OnModuleInit } from '@nestjs/common';
import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';
import { yieldWhenDue } from '../common/time-slices.js';
import { Db } from '../database/db.js';
import { replaceRows } from '../database/rows.js';
import { AuditLogService, type AuditRecord } from './audit-log.service.js';

type Id = string | number;

/** A row before and after a change; undefined where there was none, or is none any more. */
export interface RowChange<Row> {
  readonly id: Id;
  readonly before: Readonly<Row> | undefined;
  readonly after: Readonly<Row> | undefined;
  /** Another hub on the database of this one has made it, with its audit record and with what follows from it. */
  readonly isOfOtherHub?: true;
}

export type TableListener<Row> = (changes: readonly RowChange<Row>[]) => void;

/**
 * A table of the configuration, all of it in memory and written through: a change is committed together with its audit
 * records, and memory and listeners follow when it is durable, also those of other hubs on the database. Rows are never
 * changed, only replaced.
 */
export abstract class AuditedTable<Row extends ObjectLiteral> implements OnModuleInit {
  #rows = new Map<Id, Readonly<Row>>();
  readonly #listeners: TableListener<Row>[] = [];
  readonly #preparations: ((row: Readonly<Row>) => void)[] = [];
  #loading: Promise<void> | undefined;
  /** Those of all rows when another hub had changed the table last. */
  #versions: ReadonlyMap<Id, string> | undefined;

  protected constructor(
    protected readonly db: Db,
    protected readonly audit: AuditLogService,
    protected readonly entity: EntityTarget<Row>,
  ) {}

  onModuleInit(): Promise<void> {
    return this.load();
  }

  /** Resolves when all rows are there; the services of a module start at once, in no order. */
  load(): Promise<void> {
    return (this.#loading ??= this.#load());
  }

  all(): Readonly<Row>[] {
    return [...this.#rows.values()];
  }

  get(id: Id): Readonly<Row> | undefined {
    return this.#rows.get(id);
  }

  has(id: Id): boolean {
    return this.#rows.has(id);
  }

  /** Calls back once changes are durable, before the request that made them is answered. */
  onChange(listener: TableListener<Row>): void {
    this.#listeners.push(listener);
  }

  /**
   * Calls back with each row that is about to replace others, a few at a time: what a listener needs of thousands of rows
   * would otherwise be worked out at once, after the commit.
   */
  beforeReplacement(prepare: (row: Readonly<Row>) => void): void {
    this.#preparations.push(prepare);
  }

  /** Runs `work` when the changes before it are durable, so that what it reads stays true until its own are durable. */
  inTransaction<T>(work: () => Promise<T>): Promise<T> {
    return this.db.transaction(() => work());
  }

  /**
   * Makes these the rows; one that stays as it was is the same object. Whoever reads meanwhile sees all of the old ones,
   * and then all of these. Joins the running unit of work.
   */
  async replaceAll(rows: readonly Readonly<Row>[]): Promise<void> {
    await this.db.transaction(async (entities) => {
      // Thousands of rows hold up nobody: the new map is made beforehand, a few rows at a time.
      const [after, changes] = await this.#replacement(rows);
      await replaceRows(entities, this.entity, this.all(), rows);
      await this.cascade?.(entities, changes);
      this.db.announce(this.#name);
      this.db.afterCommit(() => {
        this.#rows = after;
        this.#notify(changes);
      });
    });
  }

  /** The key of a row. */
  protected idOf(row: Readonly<Row>): Id {
    return (row as unknown as { readonly id: Id }).id;
  }

  /** A row as it is held in memory after it was read. */
  protected loaded(row: Row): Readonly<Row> {
    return row;
  }

  /** Called with all rows at the start; later changes come to the listeners. */
  protected begin?(rows: Iterable<Readonly<Row>>): void;

  /** Writes to other tables what follows from changes, in the same unit of work. */
  protected cascade?(entities: EntityManager, changes: readonly RowChange<Row>[]): Promise<void>;

  /** Takes over changes that the running unit of work has written, with what follows from them and their records. */
  protected async record(
    entities: EntityManager,
    changes: readonly RowChange<Row>[],
    ...records: readonly AuditRecord[]
  ): Promise<void> {
    await this.cascade?.(entities, changes);
    await this.audit.record(...records);
    this.db.announce(this.#name);
    this.db.afterCommit(() => {
      for (const { id, after } of changes) {
        if (after) this.#rows.set(id, after);
        else this.#rows.delete(id);
      }
      this.#notify(changes);
    });
  }

  async #load(): Promise<void> {
    this.db.follow(this.#name, () => this.#reload());
    for (const row of await this.db.all(this.entity)) this.#rows.set(this.idOf(row), this.loaded(row));
    this.begin?.(this.#rows.values());
  }

  get #name(): string {
    return this.db.tableOf(this.entity).tableName;
  }

  /** Another hub has changed the table, and changes nothing more meanwhile. */
  async #reload(): Promise<void> {
    await this.#loading;
    const versions = await this.db.versions(this.entity);
    const rows = await this.#readAgain(versions);
    const [after, changes] = await this.#replacement(rows);
    this.#rows = after;
    this.#versions = versions;
    this.#notify(changes.map((change) => ({ ...change, isOfOtherHub: true as const })));
  }

  /** All rows; of those that were not written since the last time, by whichever hub, the ones in memory. */
  async #readAgain(versions: ReadonlyMap<Id, string> | undefined): Promise<Readonly<Row>[]> {
    const isAsBefore = (id: Id): boolean => this.#versions?.get(id) === versions?.get(id) && this.#rows.has(id);
    const written = [...(versions?.keys() ?? [])].filter((id) => !isAsBefore(id));
    const isPart = versions !== undefined && written.length < versions.size / 2;
    const read = new Map<Id, Readonly<Row>>();
    for (const row of isPart ? await this.db.some(this.entity, written) : await this.db.all(this.entity)) {
      await yieldWhenDue();
      const after = this.loaded(row);
      const id = this.idOf(after);
      const before = this.#rows.get(id);
      read.set(id, before && isDeepStrictEqual({ ...before }, { ...after }) ? before : after);
    }
    if (!isPart) return [...read.values()];
    const rows = [...versions.keys()].map((id) => read.get(id) ?? this.#rows.get(id));
    return rows.filter((row) => row !== undefined);
  }

  async #replacement(rows: readonly Readonly<Row>[]) {
    const replacement = new Map<Id, Readonly<Row>>();
    const changes: RowChange<Row>[] = [];
    for (const after of rows) {
      await yieldWhenDue();
      const id = this.idOf(after);
      const before = this.#rows.get(id);
      replacement.set(id, after);
      if (before === after) continue;
      changes.push({ id, before, after });
      for (const prepare of this.#preparations) prepare(after);
    }
    for (const [id, before] of this.#rows) {
      await yieldWhenDue();
      if (!replacement.has(id)) changes.push({ id, before, after: undefined });
    }
    return [replacement, changes] as const;
  }

  #notify(changes: readonly RowChange<Row>[]): void {
    for (const listener of this.#listeners) listener(changes);
  }
}
