import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, Logger, Optional, type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { DataSource, type EntityManager, type EntityTarget, type ObjectLiteral } from 'typeorm';
import { StorageMonitor } from './storage-monitor.js';
import { ApiError } from '../common/errors.js';
import { PriorityQueue } from '../common/priority-queue.js';

interface UnitOfWork {
  readonly entities: EntityManager;
  readonly afterCommit: (() => void)[];
}

/** So many waiting units of work are still done when the controller closes: the others would keep it from ending in time. */
const MAX_AT_SHUTDOWN = 30;

/**
 * The one way to the database. SQLite has one connection here, and TypeORM's transactions on it would interleave
 * (a roll-back of one loses the commit of another), so every write is a unit of work in one queue.
 */
@Injectable()
export class Db implements OnModuleDestroy, OnApplicationShutdown {
  readonly #queue = new PriorityQueue();
  readonly #current = new AsyncLocalStorage<UnitOfWork>();
  readonly #logger = new Logger('Db');

  constructor(
    private readonly dataSource: DataSource,
    @Optional() private readonly storage?: StorageMonitor,
  ) {}

  /** What has not been done has not been answered either, so nobody takes it for done. */
  onModuleDestroy(): void {
    this.#queue.dropAllBut(MAX_AT_SHUTDOWN, new ApiError('STOPPING'));
  }

  /** Before the database is closed: what runs ends, and nothing begins any more. */
  onApplicationShutdown(): Promise<void> {
    return this.#queue.stop(new ApiError('STOPPING'));
  }

  /**
   * Runs `work` in a transaction; resolves when it is durable (WAL, synchronous FULL). A nested call joins the running
   * unit of work. Nothing slow (hash, network, hardware) belongs inside; everything inside must be awaited.
   * @param order `first`: before all that wait. For what a relay waits for, in tables that nobody else writes: two
   * hundred people who sign in must not hold up a switch.
   */
  transaction<T>(work: (entities: EntityManager) => Promise<T>, order: 'normal' | 'first' = 'normal'): Promise<T> {
    const joined = this.#current.getStore();
    if (joined) return work(joined.entities);
    return this.#queue.run(() => this.#runTransaction(work), order);
  }

  /**
   * Calls back once the running unit of work is durable, before its `transaction` resolves; never if it is rolled back.
   * Outside a unit of work everything is durable already: at once.
   */
  afterCommit(callback: () => void): void {
    const unit = this.#current.getStore();
    if (unit) unit.afterCommit.push(callback);
    else this.#runCallback(callback);
  }

  /** Reads outside a unit of work. Not for the path of a request that repeats: modules keep what they serve in memory. */
  get read(): EntityManager {
    return this.#current.getStore()?.entities ?? this.dataSource.manager;
  }

  /** All rows of a table, for a module that loads itself at start. */
  all<T extends ObjectLiteral>(entity: EntityTarget<T>): Promise<T[]> {
    return this.dataSource.manager.find(entity);
  }

  /** Resolves when everything asked for so far is written. */
  idle(): Promise<void> {
    return this.#queue.run(async () => undefined);
  }

  async #runTransaction<T>(work: (entities: EntityManager) => Promise<T>): Promise<T> {
    const afterCommit: (() => void)[] = [];
    this.storage?.assertNotDamaged();
    await this.#endStaleTransaction();
    const result = await this.dataSource
      .transaction((entities) => this.#current.run({ entities, afterCommit }, () => work(entities)))
      // While enabled, it makes every promise of the process dearer, those of readers too. The next unit enables it.
      .finally(() => this.#current.disable())
      .catch((error: unknown) => this.#failed(error));
    this.storage?.written();
    for (const callback of afterCommit) this.#runCallback(callback);
    return result;
  }

  async #failed(error: unknown): Promise<never> {
    await this.storage?.failed(error);
    throw error;
  }

  /**
   * SQLite ends a transaction by itself when the storage is full. TypeORM takes it for running still, and would turn
   * every later unit into a savepoint inside it that no commit ever makes durable.
   */
  async #endStaleTransaction(): Promise<void> {
    const runner = this.dataSource.createQueryRunner(); // SQLite has one, and this is it
    if (!runner.isTransactionActive) return;
    await runner.query('BEGIN').catch(() => undefined); // refused where it does run still
    await runner.rollbackTransaction();
  }

  /** What is committed stays committed, whatever a callback throws. */
  #runCallback(callback: () => void): void {
    try {
      callback();
    } catch (error) {
      this.#logger.error('What follows a commit failed.', error instanceof Error ? error.stack : error);
    }
  }
}
