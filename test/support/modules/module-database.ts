import { DataSource } from 'typeorm';
import { Db } from '../../../src/database/db.js';
import { MIGRATIONS } from '../../../src/database/migrations/index.js';

/** A database in memory with the entities of one module, for a spec of that module alone. */
export interface ModuleDatabase {
  readonly db: Db;
  readonly source: DataSource;
  close(): Promise<void>;
}

export async function aDatabase(entities: (new () => object)[]): Promise<ModuleDatabase> {
  const source = new DataSource({
    type: 'sqlite',
    database: ':memory:',
    entities,
    migrations: MIGRATIONS,
    invalidWhereValuesBehavior: { undefined: 'throw', null: 'throw' },
  });
  await source.initialize();
  await source.runMigrations();
  return { db: new Db(source), source, close: () => source.destroy() };
}
