import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, Logger, Optional, type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import {
  DataSource,
  In,
  type EntityManager,
  type EntityTarget,
  type FindOptionsOrder,
  type FindOptionsWhere,
  type ObjectLiteral,
} from 'typeorm';
import { isPostgresql, withParameters } from './dialect.js';
import type { TableColumns } from './rows.js';
import { transactionText, type Writes } from './statement.js';
import { HubLease, type StoreNumbers } from './hub-lease.js';
import { StatementNames } from './statement-names.js';
import { connectionOf, StorageMonitor } from './storage-monitor.js';
import type { Millis } from '../common/clock.js';
import { ApiError } from '../common/errors.js';
import { PriorityQueue } from '../common/priority-queue.js';
import { pause } from '../common/time-limit.js';

/** A transaction that another hub was in the way of runs again, at most so many times in all, after a pause by chance. */
const MAX_ATTEMPTS = 6;
const CONFLICT_PAUSE: Millis = 20;

/**
 * True for a transaction that has to begin again because of another one (serialisation, deadlock, the same new key), or
 * because a pooler has taken its prepared statements.
 */
const mayBeginAgain = (error: unknown): boolean =>
  ['40001', '40P01', '23505'].includes(String((error as { readonly code?: unknown } | undefined)?.code)) ||
  StatementNames.isLost(error);

interface UnitOfWork {
  readonly entities: EntityManager;
  readonly afterCommit: (() => void)[];
  /** The stores that it changes. */
  readonly changed: Set<string>;
}

/** Writes statements in one transaction; resolves when it is durable. */
export type Commit = (writes: Writes) => Promise<void>;

/** The number of waiting transactions that still run at shutdown: more would not end in time. */
const MAX_AT_SHUTDOWN = 30;

/** The longest transaction that is sent as one text: SQLite refuses a statement of more than a million characters. */
const MAX_TEXT = 500_000;

/**
 * The only access to the database. All transactions of this process run in one queue: there is one SQLite connection, on
 * which TypeORM's transactions would interleave (a roll-back of one would lose the commit of another), and on either
 * database what a transaction reads from memory stays true until it is durable. On PostgreSQL other connections read
 * meanwhile. Hubs that share a database have one queue between them: a transaction begins by reading again what another
 * hub has changed.
 */
@Injectable()
export class Db implements OnModuleDestroy, OnApplicationShutdown {
  readonly #queue = new PriorityQueue();
  readonly #current = new AsyncLocalStorage<UnitOfWork>();
  readonly #logger = new Logger('Db');
  readonly #stores = new Map<string, () => Promise<void>>();
  /** The numbers up to which the stores of this process follow those of other hubs. */
  #seen: StoreNumbers | undefined;
  #catchingUp: Promise<boolean> | undefined;
  #check: Promise<boolean> = Promise.resolve(true);
  #nextCheck: Promise<boolean> | undefined;

  constructor(
    private readonly dataSource: DataSource,
    @Optional() private readonly storage?: StorageMonitor,
    @Optional() private readonly lease?: HubLease,
  ) {
    lease?.onNumbers((numbers) => void this.#catchUpWith(numbers));
  }

  /** Dropped transactions are safe: their requests were not answered yet. */
  onModuleDestroy(): void {
    this.#queue.dropAllBut(MAX_AT_SHUTDOWN, new ApiError('STOPPING'));
  }

  /** Before the database is closed: waits for the running transaction and starts no more. */
  async onApplicationShutdown(): Promise<void> {
    await this.#queue.stop(new ApiError('STOPPING'));
    await this.lease?.release();
  }

  /**
   * Runs `work` in a transaction; resolves when it is durable (SQLite: WAL, synchronous FULL). On PostgreSQL it may run again
   * from its beginning, with what has changed meanwhile. A nested call joins the running transaction. Nothing slow (hash,
   * network, hardware) belongs inside; everything inside must be awaited.
   * @param order `first`: before all that wait, for switching, in tables of its own: two hundred sign-ins must not
   * delay a relay.
   */
  transaction<T>(work: (entities: EntityManager) => Promise<T>, order: 'normal' | 'first' = 'normal'): Promise<T> {
    const joined = this.#current.getStore();
    if (joined) return work(joined.entities);
    return this.#queue.run(() => this.#runTransaction(work), order);
  }

  /**
   * Runs `work` while no other transaction runs. It commits its own, each durable by itself, with what it is given; between
   * them it may store what they could not. Never call it inside a transaction: that would be a deadlock.
   */
  exclusively<T>(work: (commit: Commit) => Promise<T>, order: 'normal' | 'first' = 'normal'): Promise<T> {
    return this.#queue.run(() => work((writes) => this.#commit(writes)), order);
  }

  /** The name and columns of the table of an entity. */
  tableOf(entity: EntityTarget<ObjectLiteral>): TableColumns {
    return this.dataSource.getMetadata(entity);
  }

  /**
   * Calls back once the running transaction is durable, before its promise resolves; never if it is rolled back.
   * Outside a transaction everything is durable already, so it calls back at once.
   */
  afterCommit(callback: () => void): void {
    const unit = this.#current.getStore();
    if (unit) unit.afterCommit.push(callback);
    else this.#runCallback(callback);
  }

  /** Reads outside a transaction. Not for frequent requests: modules serve their data from memory. */
  get read(): EntityManager {
    return this.#current.getStore()?.entities ?? this.dataSource.manager;
  }

  /** All rows of a table in the order of their keys, for a module that loads its data at start. */
  all<T extends ObjectLiteral>(entity: EntityTarget<T>): Promise<T[]> {
    const { manager } = this.dataSource;
    if (!isPostgresql(this.dataSource)) return manager.find(entity); // SQLite reads them in this order by itself
    const keys = this.dataSource.getMetadata(entity).primaryColumns.map(({ propertyName }) => [propertyName, 'ASC']);
    return manager.find(entity, { order: Object.fromEntries(keys) as FindOptionsOrder<T> });
  }

  /**
   * A text for each row of a table by its id, in the order of {@link all}: another one once the row was written. Undefined
   * where no other hub writes, and for a table without ids.
   */
  async versions(entity: EntityTarget<ObjectLiteral>): Promise<ReadonlyMap<string | number, string> | undefined> {
    const { tableName, columns, primaryColumns } = this.dataSource.getMetadata(entity);
    if (!this.isShared || !columns.some(({ propertyName }) => propertyName === 'id')) return undefined;
    const order = primaryColumns.map(({ databaseName }) => `"${databaseName}"`).join(', ');
    const rows = await this.dataSource.query<{ id: string | number; version: string }[]>(
      `SELECT "id", "xmin"::text AS "version" FROM "${tableName}" ORDER BY ${order}`,
    );
    return new Map(rows.map(({ id, version }) => [id, version]));
  }

  /** The rows of a table with these ids, in no order. */
  some<T extends ObjectLiteral>(entity: EntityTarget<T>, ids: readonly (string | number)[]): Promise<T[]> {
    return this.dataSource.manager.findBy(entity, { id: In([...ids]) } as unknown as FindOptionsWhere<T>);
  }

  /**
   * Calls `reload` when another hub on this database has changed a store: before the next transaction here begins, and
   * within a second or so. It reads the rows again, and neither begins a transaction nor waits for one.
   * @param store a name that all hubs have for it
   */
  follow(store: string, reload: () => Promise<void>): void {
    this.#stores.set(store, reload);
  }

  /** The running transaction changes this store, which other hubs on this database read again once it is durable. */
  announce(store: string): void {
    this.#current.getStore()?.changed.add(store);
  }

  /** True where other hubs may work with the same database. */
  get isShared(): boolean {
    return this.lease?.isShared === true;
  }

  /**
   * Resolves when the stores of this process have all that other hubs have committed before. Rejects with
   * DATABASE_UNREACHABLE while the database does not answer.
   */
  async catchUp(): Promise<void> {
    if (!this.isShared) return;
    // One that is running may have read too early, so all who come meanwhile wait for the one after it.
    this.#nextCheck ??= this.#check.then(() => {
      this.#nextCheck = undefined;
      this.#check = this.#checkForChanges();
      return this.#check;
    });
    if (!(await this.#nextCheck)) throw new ApiError('DATABASE_UNREACHABLE');
  }

  /**
   * Commits the smallest write, which changes nothing, so that the health of the database knows whether it can be written.
   * Never rejects.
   */
  async probe(): Promise<void> {
    // A standby that is not the primary yet refuses to lock a row.
    const smallest = isPostgresql(this.dataSource)
      ? 'SELECT "id" FROM "migration_lock" FOR KEY SHARE'
      : 'PRAGMA user_version = 0';
    await this.transaction((entities) => entities.query(smallest)).catch(() => undefined);
  }

  /** Resolves when all transactions so far have ended. */
  idle(): Promise<void> {
    return this.#queue.run(async () => undefined);
  }

  async #runTransaction<T>(work: (entities: EntityManager) => Promise<T>): Promise<T> {
    this.storage?.assertNotDamaged();
    await this.#endStaleTransaction();
    for (let attempt = 1; ; attempt++) {
      const afterCommit: (() => void)[] = [];
      try {
        const result = await this.dataSource
          .transaction(async (entities) => {
            const numbers = await this.lease?.lock(entities);
            if (numbers) await this.#reload(numbers);
            const unit: UnitOfWork = { entities, afterCommit, changed: new Set() };
            const done = await this.#current.run(unit, () => work(entities));
            if (numbers && unit.changed.size > 0) await this.#raise(numbers, unit);
            return done;
          })
          // While enabled, it slows down every promise of the process. The next transaction enables it again.
          .finally(() => this.#current.disable());
        this.storage?.written();
        for (const callback of afterCommit) this.#runCallback(callback);
        return result;
      } catch (error) {
        if (attempt >= MAX_ATTEMPTS || !mayBeginAgain(error)) return this.#failed(error);
        await pause(Math.random() * attempt * CONFLICT_PAUSE);
      }
    }
  }

  /**
   * A relay waits for this: all statements go to the thread pool together, instead of one after another with BEGIN and
   * COMMIT, each of which would wait for a thread and for the event loop.
   */
  async #commit({ statements, committed }: Writes): Promise<void> {
    const connection = connectionOf(this.dataSource);
    const text = connection && transactionText(statements);
    if (!connection || text === undefined || text.length > MAX_TEXT) {
      return this.#runTransaction(async (entities) => {
        for (const { sql, values } of statements) {
          await entities.query(withParameters(this.dataSource, sql), [...values]);
        }
        if (committed) this.afterCommit(committed);
      });
    }
    this.storage?.assertNotDamaged();
    await this.#endStaleTransaction();
    await connection.runTransaction(text).catch((error: unknown) => this.#failed(error));
    this.storage?.written();
    if (committed) this.#runCallback(committed);
  }

  /** Reads again what other hubs have changed; they change nothing meanwhile. */
  async #reload(numbers: StoreNumbers): Promise<void> {
    const seen = (this.#seen ??= this.lease?.firstNumbers ?? {});
    for (const [store, reload] of this.#stores) {
      if (numbers[store] !== seen[store]) await reload();
    }
    this.#seen = numbers;
  }

  async #raise(numbers: StoreNumbers, { entities, changed, afterCommit }: UnitOfWork): Promise<void> {
    const raised = { ...numbers };
    for (const store of changed) raised[store] = (numbers[store] ?? 0) + 1;
    await this.lease?.store(entities, raised);
    afterCommit.unshift(() => (this.#seen = raised));
  }

  async #checkForChanges(): Promise<boolean> {
    const numbers = await this.lease?.numbers(this.dataSource.manager).catch(() => undefined);
    return numbers !== undefined && this.#catchUpWith(numbers);
  }

  /** Never rejects: while the server is away the next attempt follows. */
  #catchUpWith(numbers: StoreNumbers): Promise<boolean> {
    const seen = this.#seen ?? this.lease?.firstNumbers ?? {};
    const isBehind = [...this.#stores.keys()].some((store) => (numbers[store] ?? 0) > (seen[store] ?? 0));
    if (!isBehind) return Promise.resolve(true);
    this.#catchingUp ??= this.transaction(() => Promise.resolve(true))
      .catch((error: unknown) => {
        this.#logger.debug(`Changes of another hub were not read: ${String(error)}`);
        return false;
      })
      .finally(() => (this.#catchingUp = undefined));
    return this.#catchingUp;
  }

  async #failed(error: unknown): Promise<never> {
    await this.storage?.failed(error);
    throw error;
  }

  /**
   * SQLite ends a transaction by itself when the storage is full. TypeORM assumes that it is still running, and would
   * turn every later transaction into a savepoint inside it that no commit ever makes durable.
   */
  async #endStaleTransaction(): Promise<void> {
    if (isPostgresql(this.dataSource)) return;
    const runner = this.dataSource.createQueryRunner(); // SQLite has only one
    if (!runner.isTransactionActive) return;
    await runner.query('BEGIN').catch(() => undefined); // fails where it is still running
    await runner.rollbackTransaction();
  }

  /** A callback that throws does not affect the committed transaction. */
  #runCallback(callback: () => void): void {
    try {
      callback();
    } catch (error) {
      this.#logger.error('A callback after a commit failed.', error instanceof Error ? error.stack : error);
    }
  }
}
