import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSourceOptions } from 'typeorm';
import { RuntimeConfig } from '../config/runtime-config.js';
import { DataFolderLock } from './data-folder-lock.js';
import { dataSourceOptions, openDatabase } from './data-source.js';
import { Db } from './db.js';
import { SecretBox } from './secret-box.js';

@Module({ providers: [DataFolderLock], exports: [DataFolderLock] })
class DataFolderModule {}

@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      imports: [DataFolderModule],
      inject: [RuntimeConfig, DataFolderLock],
      useFactory: async ({ dataDir }: RuntimeConfig, lock: DataFolderLock) => {
        await lock.take();
        // A database that cannot be opened does not get better by trying again.
        return { ...dataSourceOptions(dataDir), autoLoadEntities: true, retryAttempts: 0 };
      },
      dataSourceFactory: (options) => openDatabase(options as DataSourceOptions),
    }),
  ],
  providers: [Db, SecretBox],
  exports: [Db, SecretBox],
})
export class DatabaseModule {}
