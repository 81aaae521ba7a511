import type { Row, SqliteFile } from './sqlite-file.js';

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
