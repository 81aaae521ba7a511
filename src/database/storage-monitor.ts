import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { RuntimeConfig } from '../config/runtime-config.js';
import { DatabaseHealth } from './database-health.js';
import { SqliteConnection } from './sqlite-connection.js';
import { markForFullCheck } from './maintenance/needs-check.js';
import { isDatabaseAway, isDatabaseDamage, isStorageFull, isStorageError } from '../common/storage-errors.js';

/** Monitors the result of every write, and reopens a connection on which one has failed. */
@Injectable()
export class StorageMonitor {
  constructor(
    private readonly dataSource: DataSource,
    private readonly health: DatabaseHealth,
    private readonly config: RuntimeConfig,
  ) {}

  /** Refuses to write into a database with a damaged page, to avoid more damage. */
  assertNotDamaged(): void {
    if (this.health.isBroken) throw new Error('SQLITE_CORRUPT: the database is damaged.');
  }

  written(): void {
    this.health.writable();
  }

  /**
   * Reports the error of a write if it is one of the storage. After a failed fsync the state of the system's cache is
   * unknown, so the file is reopened; where that fails too, the next write tries again.
   */
  async failed(error: unknown): Promise<void> {
    if (!isStorageError(error)) return;
    if (isDatabaseAway(error)) {
      // The error has the address of the server, which not every reader of the health may know.
      this.health.failing(
        'unreachable',
        'The database does not answer; the log of the hub has the reason.',
        `The database does not answer: ${error.message}`,
      );
      return;
    }
    if (isDatabaseDamage(error)) {
      if (!this.health.isBroken) markForFullCheck(this.config.dataDir);
      this.health.broken(`A page of the database is damaged: a restart repairs it. ${error.message}`);
      return;
    }
    if (isStorageFull(error)) {
      this.health.failing('full', `The storage is full: ${error.message}`);
      return;
    }
    this.health.failing('readOnly', `The storage cannot be written: ${error.message}`);
    await connectionOf(this.dataSource)
      ?.reopen()
      .catch((problem: unknown) => this.health.failing('readOnly', `The storage cannot be read: ${String(problem)}`));
  }
}

/** The connection of TypeORM, which has no public access to it. */
export function connectionOf(dataSource: DataSource): SqliteConnection | undefined {
  const driver: object = dataSource.driver;
  const connection: unknown = 'databaseConnection' in driver ? driver.databaseConnection : undefined;
  return connection instanceof SqliteConnection ? connection : undefined;
}
