import { DataSource } from 'typeorm';
import { withColumnTypes } from '../../../src/database/columns.js';
import { Db } from '../../../src/database/db.js';
import { MIGRATIONS } from '../../../src/database/migrations/index.js';

/** A database in memory with the entities of one module, for a spec of that module alone. */
export interface ModuleDatabase {
  readonly db: Db;
  readonly source: DataSource;
  close(): Promise<void>;
}

export async function aDatabase(entities: (new () => object)[]): Promise<ModuleDatabase> {
  const options = {
    type: 'sqlite' as const,
    database: ':memory:',
    entities,
    migrations: MIGRATIONS,
    invalidWhereValuesBehavior: { undefined: 'throw', null: 'throw' } as const,
  };
  const source = await withColumnTypes(new DataSource(options)).initialize();
  await source.runMigrations();
  return { db: new Db(source), source, close: () => source.destroy() };
}
