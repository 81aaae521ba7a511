import { DataSource, type MigrationInterface } from 'typeorm';
import { Db } from '../../src/database/db.js';

/** A database in memory with the tables of one room, for a spec of that room alone. */
export interface RoomDatabase {
  readonly db: Db;
  readonly source: DataSource;
  close(): Promise<void>;
}

export async function aDatabase(
  entities: (new () => object)[],
  migrations: (new () => MigrationInterface)[],
): Promise<RoomDatabase> {
  const source = new DataSource({
    type: 'sqlite',
    database: ':memory:',
    entities,
    migrations,
    invalidWhereValuesBehavior: { undefined: 'throw', null: 'throw' },
  });
  await source.initialize();
  await source.runMigrations();
  return { db: new Db(source), source, close: () => source.destroy() };
}
