import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSourceOptions } from 'typeorm';
import { RuntimeConfig } from '../config/runtime-config.js';
import { Clock } from '../common/clock.js';
import { SharedData } from '../common/resource-exists.guard.js';
import { HubLease } from './hub-lease.js';
import { HubShards } from './hub-shards.js';
import { DataFolderLock } from './data-folder-lock.js';
import { DatabaseHealth } from './database-health.js';
import { assertFolderOf } from './folder-role.js';
import { dataSourceOptions, openDatabase } from './data-source.js';
import { Db } from './db.js';
import { recover } from './maintenance/recovery.js';
import { SecretBox } from './secret-box.js';
import { StorageMonitor } from './storage-monitor.js';
import { DATABASE_METRICS } from './database.metrics.js';

@Module({
  providers: [HubLease, HubShards, DataFolderLock, DatabaseHealth],
  exports: [HubLease, HubShards, DataFolderLock, DatabaseHealth],
})
class DataFolderModule {}

/**
 * A module of its own, imported after TypeORM's: global modules are stopped in the reverse order of their imports, and
 * the queue of transactions has to stop before TypeORM closes the database.
 */
@Global()
@Module({
  imports: [DataFolderModule],
  providers: [StorageMonitor, DATABASE_METRICS, Db, { provide: SharedData, useExisting: Db }, SecretBox],
  exports: [DataFolderModule, Db, SharedData, SecretBox],
})
class DbModule {}

@Module({
  imports: [
    DataFolderModule,
    TypeOrmModule.forRootAsync({
      imports: [DataFolderModule],
      inject: [RuntimeConfig, DataFolderLock, DatabaseHealth, Clock, HubLease],
      useFactory: async (
        config: RuntimeConfig,
        lock: DataFolderLock,
        health: DatabaseHealth,
        clock: Clock,
        lease: HubLease,
      ) => {
        const { dataDir, role, database, databasePasswordFile } = config;
        await assertFolderOf(role, dataDir, database !== undefined);
        await lock.take();
        if (database) {
          const { connectAlone, postgresqlOptions } = await import('./postgresql.js');
          const options = await postgresqlOptions(database, databasePasswordFile);
          await lease
            .take(() => connectAlone(options, 'rackfeed lease'))
            .catch(async (error: unknown) => {
              await lock.release(); // a start that has failed leaves nothing
              throw error;
            });
          return { ...options, autoLoadEntities: true, retryAttempts: 0, lease };
        }
        const folder = await recover(dataDir, role, health, clock);
        // Retries do not help with a database that cannot be opened.
        return { ...dataSourceOptions(folder, role), autoLoadEntities: true, retryAttempts: 0 };
      },
      dataSourceFactory: async (options) => {
        const { lease, ...given } = options as DataSourceOptions & { readonly lease?: HubLease };
        return openDatabase(given).catch(async (error: unknown) => {
          await lease?.release();
          throw error;
        });
      },
    }),
    DbModule,
  ],
})
export class DatabaseModule {}
