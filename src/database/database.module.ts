import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSourceOptions } from 'typeorm';
import { RuntimeConfig } from '../config/runtime-config.js';
import { Clock } from '../common/clock.js';
import { DataFolderLock } from './data-folder-lock.js';
import { DatabaseHealth } from './database-health.js';
import { assertFolderOf } from './folder-role.js';
import { dataSourceOptions, openDatabase } from './data-source.js';
import { Db } from './db.js';
import { recover } from './care/recovery.js';
import { SecretBox } from './secret-box.js';
import { StorageMonitor } from './storage-monitor.js';
import { DATABASE_METRICS } from './database.metrics.js';

@Module({ providers: [DataFolderLock, DatabaseHealth], exports: [DataFolderLock, DatabaseHealth] })
class DataFolderModule {}

/**
 * A module of its own, imported after TypeORM's: global modules are stopped in the reverse order of their imports, and
 * the queue of transactions has to stop before TypeORM closes the database.
 */
@Global()
@Module({
  imports: [DataFolderModule],
  providers: [StorageMonitor, DATABASE_METRICS, Db, SecretBox],
  exports: [DataFolderModule, Db, SecretBox],
})
class DbModule {}

@Module({
  imports: [
    DataFolderModule,
    TypeOrmModule.forRootAsync({
      imports: [DataFolderModule],
      inject: [RuntimeConfig, DataFolderLock, DatabaseHealth, Clock],
      useFactory: async (config: RuntimeConfig, lock: DataFolderLock, health: DatabaseHealth, clock: Clock) => {
        const { dataDir, role, database, databasePasswordFile } = config;
        await assertFolderOf(role, dataDir, database !== undefined);
        await lock.take();
        if (database) {
          const options = await (await import('./postgresql.js')).postgresqlOptions(database, databasePasswordFile);
          return { ...options, autoLoadEntities: true, retryAttempts: 0 };
        }
        const folder = await recover(dataDir, role, health, clock);
        // Retries do not help with a database that cannot be opened.
        return { ...dataSourceOptions(folder, role), autoLoadEntities: true, retryAttempts: 0 };
      },
      dataSourceFactory: (options) => openDatabase(options as DataSourceOptions),
    }),
    DbModule,
  ],
})
export class DatabaseModule {}
