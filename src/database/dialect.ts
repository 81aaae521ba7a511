import type { DataSource, EntityManager, QueryRunner } from 'typeorm';

/** The databases that a process may have: PostgreSQL is for hubs only. */
export const isPostgresql = ({ options }: DataSource): boolean => options.type === 'postgres';

/**
 * A statement that makes a table, written for SQLite, as this connection understands it. All whole numbers of PostgreSQL
 * have 64 bits, as those of SQLite, and texts are compared by their code points, whatever the language of the database is.
 */
export function schemaFor({ connection }: Pick<QueryRunner, 'connection'>, statement: string): string {
  if (!isPostgresql(connection)) return statement;
  return statement
    .replaceAll(/ integer PRIMARY KEY AUTOINCREMENT NOT NULL/g, ' bigserial PRIMARY KEY NOT NULL')
    .replaceAll(/(" )integer\b/g, '$1bigint')
    .replaceAll(/(" boolean [A-Z ]*DEFAULT) \(1\)/g, '$1 true')
    .replaceAll(/(" )real\b/g, '$1double precision')
    .replaceAll(/(" )blob\b/g, '$1bytea')
    .replaceAll(/(" )text\b/g, '$1text COLLATE "C"');
}

/** A statement with `?` for each parameter, none of them inside quotes, as this connection understands it. */
export function withParameters(connection: DataSource, sql: string): string {
  if (!isPostgresql(connection)) return sql;
  let place = 0;
  return sql.replaceAll('?', () => `$${++place}`);
}

/** The expression for the part of a text before its first colon, or the whole of one without. */
export const partBeforeColon = (connection: DataSource, text: string): string =>
  isPostgresql(connection) ? `split_part(${text}, ':', 1)` : `substr(${text}, 1, instr(${text} || ':', ':') - 1)`;

/**
 * A source of rows for FROM, one for each item of a list of any length, in its column `value`. The parameter, as the
 * statement names it, gets the list as JSON.
 */
export const rowsOfList = (connection: DataSource, type: 'bigint' | 'text', parameter: string): string =>
  isPostgresql(connection)
    ? `(SELECT CAST("item" AS ${type}) AS "value" FROM json_array_elements_text(CAST(${parameter} AS json)) "items" ("item"))
        AS "list"`
    : `json_each(${parameter})`;

/** Runs a statement that is written as both databases understand it, with `?` for each parameter. */
export const run = <T = unknown>(entities: EntityManager, sql: string, values: readonly unknown[] = []): Promise<T> =>
  entities.query<T>(withParameters(entities.connection, sql), [...values]);
