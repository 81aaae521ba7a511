import { type Row, type SqliteFile, withFile } from './sqlite-file.js';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../data-source.js';
import type { Role } from '../../config/runtime-config.js';
import { migrationsOf } from '../migrations/index.js';

/** A table or index in the schema of a database. */
export interface SchemaEntry {
  readonly type: 'table' | 'index';
  readonly name: string;
  readonly table: string;
  readonly sql: string;
}

/** The schema of an attached database, tables first. Rejects when it cannot be read. */
export async function schemaOf(file: SqliteFile, database: string): Promise<SchemaEntry[]> {
  const rows = await file.all(
    `SELECT type, name, tbl_name AS "table", sql FROM "${database}".sqlite_master ` +
      `WHERE type IN ('table', 'index') AND sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY type DESC, rowid`,
  );
  return rows.map(({ type, name, table, sql }: Row) => {
    return { type: type === 'table' ? 'table' : 'index', name: String(name), table: String(table), sql: String(sql) };
  });
}

/** The CREATE statement for another attached database. */
export const createStatementFor = (database: string, { sql }: SchemaEntry): string =>
  sql.replace(/^CREATE (TABLE|UNIQUE INDEX|INDEX) (?="|\w)/, `CREATE $1 "${database}".`);

/** The common columns of two tables of the same name, as a list for a statement. */
export async function commonColumns(file: SqliteFile, table: string, one: string, other: string): Promise<string> {
  const names = async (database: string) =>
    (await file.all(`PRAGMA "${database}".table_info("${table}")`)).map(({ name }) => String(name));
  const others = new Set(await names(other));
  return (await names(one))
    .filter((name) => others.has(name))
    .map((name) => `"${name}"`)
    .join(', ');
}

/** Names of migrations end with the time of their creation, 13 digits; those of a later release are later. */
const newestKnown = (role: Role): number =>
  Math.max(...migrationsOf(role).map((one) => Number((new one().name ?? '').slice(-13))));

/** True for an intact database that a newer release has changed: this release does not know all of its columns. */
export async function isOfNewerRelease(path: string, role: Role): Promise<boolean> {
  const newest = withFile(path, async (file) => (await file.all('SELECT max(timestamp) AS newest FROM migrations'))[0]);
  const row = await newest.catch(() => undefined); // no such table: an incomplete first start
  return Number(row?.['newest'] ?? 0) > newestKnown(role);
}

/** Creates a database with the tables of this release and fills them from the newer database. */
export async function fillFromNewer(path: string, role: Role, newer: string): Promise<void> {
  const empty = { ...dataSourceOptions(':memory:', role), enableWAL: false, database: path };
  const source = await new DataSource(empty as ReturnType<typeof dataSourceOptions>).initialize();
  await source.runMigrations().finally(() => source.destroy());
  await withFile(path, async (file) => {
    await file.run('PRAGMA foreign_keys = OFF');
    await file.with(newer, 'newer', async () => {
      await file.run('BEGIN');
      for (const { type, name } of await schemaOf(file, 'main')) {
        if (type !== 'table' || name === 'migrations' || name === 'session') continue;
        const columns = await commonColumns(file, name, 'main', 'newer');
        if (!columns) continue;
        await file.run(`DELETE FROM main."${name}"`); // rows that a migration has inserted for a new controller
        await file.run(`INSERT INTO main."${name}" (${columns}) SELECT ${columns} FROM newer."${name}"`);
      }
      await file.run('COMMIT');
    });
  });
}
