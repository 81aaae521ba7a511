import { DataSource, type DataSourceOptions } from 'typeorm';
import { ConfigError, type Role } from '../config/runtime-config.js';
import { withColumnTypes } from './columns.js';
import { dataFile, IN_MEMORY } from './data-folder.js';
import { migrationsOf } from './migrations/index.js';
import { SQLITE } from './sqlite-connection.js';

export const DATABASE = 'rackfeed.sqlite';

/** The TypeORM options; only this folder depends on the database driver. */
export function dataSourceOptions(dataDir: string, role: Role = 'controller'): DataSourceOptions {
  return {
    type: 'sqlite',
    driver: SQLITE,
    database: dataDir === IN_MEMORY ? IN_MEMORY : dataFile(dataDir, DATABASE),
    enableWAL: dataDir !== IN_MEMORY,
    synchronize: false,
    migrations: migrationsOf(role),
    migrationsTransactionMode: 'each',
    // findOneBy({ id: undefined }) would otherwise return the first row: the administrator's.
    invalidWhereValuesBehavior: { undefined: 'throw', null: 'throw' },
  };
}

/** Opens the database of these options, with the tables of this release. Throws {@link ConfigError}. */
export const openDatabase = async (options: DataSourceOptions): Promise<DataSource> =>
  options.type === 'postgres' ? (await import('./postgresql.js')).openPostgresql(options) : openSqlite(options);

/** Opens the database, checks that committed writes are durable, and runs its migrations. */
async function openSqlite(options: DataSourceOptions): Promise<DataSource> {
  const { database } = options as DataSourceOptions & { database: string };
  const dataSource = await withColumnTypes(new DataSource(options)).initialize();
  await dataSource.query('PRAGMA synchronous = FULL');
  await dataSource.query('PRAGMA busy_timeout = 5000');
  if (database !== IN_MEMORY) await refuseWeakDurability(dataSource);
  await dataSource.runMigrations();
  return dataSource;
}

async function refuseWeakDurability(dataSource: DataSource): Promise<void> {
  const [journal] = await dataSource.query<[{ journal_mode: string }]>('PRAGMA journal_mode');
  const [synchronous] = await dataSource.query<[{ synchronous: number }]>('PRAGMA synchronous');
  if (journal.journal_mode === 'wal' && synchronous.synchronous === 2) return;
  throw new ConfigError([
    'RACKFEED_DATA_DIR stands on storage where SQLite cannot use WAL with synchronous FULL: a write could be lost.',
  ]);
}
