import { In, type EntityManager, type EntityMetadata, type EntityTarget, type ObjectLiteral } from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';
import { isPostgresql, run } from './dialect.js';
import type { Statement } from './statement.js';

/** The number of rows in one statement: it is built quickly, and SQLite allows at most 1,000 conditions. */
const ROWS_PER_STATEMENT = 50;

/**
 * Changes the rows of a table from `before` to `after`. A row that is the same object in both is not written. Changed
 * rows are all deleted before any is inserted, so that two of them can exchange unique values.
 */
export async function replaceRows<T extends ObjectLiteral>(
  entities: EntityManager,
  entity: EntityTarget<T>,
  before: readonly Readonly<T>[],
  after: readonly Readonly<T>[],
): Promise<void> {
  const stays = new Set<Readonly<T>>(after);
  const gone = before.filter((row) => !stays.has(row));
  const known = new Set<Readonly<T>>(before);
  const fresh = after.filter((row) => !known.has(row));
  if (gone.length === before.length) await deleteAll(entities, entity);
  else for (const some of chunksOf(gone)) await deleteEntities(entities, entity, some);
  await insertRows(entities, entity, fresh);
}

async function deleteEntities<T extends ObjectLiteral>(
  entities: EntityManager,
  entity: EntityTarget<T>,
  rows: readonly Readonly<T>[],
): Promise<void> {
  const metadata = entities.connection.getMetadata(entity);
  const ids = rows.map((row) => metadata.getEntityIdMap(row));
  await entities.createQueryBuilder().delete().from(entity).whereInIds(ids).execute();
}

/** Deletes all rows of a table, without the lock on it that TRUNCATE of PostgreSQL takes. */
export async function deleteAll<T extends ObjectLiteral>(
  entities: EntityManager,
  entity: EntityTarget<T>,
): Promise<void> {
  await entities.createQueryBuilder().delete().from(entity).execute();
}

/** Inserts any number of rows, also with ids that were given before. */
export async function insertRows<T extends ObjectLiteral>(
  entities: EntityManager,
  entity: EntityTarget<T>,
  rows: readonly Readonly<T>[],
): Promise<void> {
  for (const some of chunksOf(rows)) {
    await entities.insert(
      entity,
      some.map((row) => ({ ...row }) as QueryDeepPartialEntity<T>),
    );
  }
  if (rows.length > 0) await continueIds(entities, entity);
}

/** The next id follows the greatest in the table. SQLite sees to that by itself. */
async function continueIds<T extends ObjectLiteral>(entities: EntityManager, entity: EntityTarget<T>): Promise<void> {
  const { tableName, generatedColumns } = entities.connection.getMetadata(entity);
  const [id] = generatedColumns;
  if (!id || !isPostgresql(entities.connection)) return;
  const sequence = `${tableName}_${id.databaseName}_seq`;
  await entities.query(
    `SELECT setval('"${sequence}"', greatest("last_value", (SELECT max("${id.databaseName}") FROM "${tableName}")))
      FROM "${sequence}"`,
  );
}

/** Deletes the rows whose column is one of many values. */
export async function deleteRows<T extends ObjectLiteral>(
  entities: EntityManager,
  entity: EntityTarget<T>,
  column: keyof T,
  values: readonly unknown[],
): Promise<void> {
  for (const some of chunksOf(values)) await entities.delete(entity, { [column]: In(some) });
}

function* chunksOf<T>(list: readonly T[]): Generator<T[]> {
  for (let at = 0; at < list.length; at += ROWS_PER_STATEMENT) yield list.slice(at, at + ROWS_PER_STATEMENT);
}

/** The part of an entity's metadata that statements are built from. */
export type TableColumns = Pick<EntityMetadata, 'columns' | 'tableName'>;

/** SQLite allows 32,766 parameters in a statement, PostgreSQL the double; a tenth of them is enough for one. */
const MAX_PARAMETERS = 3000;

/**
 * Inserts rows in a transaction, replacing those with the same `key` if one is given; SQLite answers the id of the last.
 * For writes on which switching waits: a constant text with a parameter for every value stays prepared, while TypeORM's
 * own statements differ by the numbers in them.
 */
export async function storeRows<T extends ObjectLiteral>(
  entities: EntityManager,
  entity: new () => T,
  rows: readonly Partial<T>[],
  key?: keyof T & string,
): Promise<number> {
  let last = 0;
  for (const { sql, values } of storeStatements(entities.connection.getMetadata(entity), rows, key)) {
    last = await run<number>(entities, sql, values);
  }
  return last;
}

/** Inserts rows that get their ids from the database, in a transaction; answers these in the order of the rows. */
export async function insertNumbered<T extends ObjectLiteral & { id: number }>(
  entities: EntityManager,
  entity: new () => T,
  rows: readonly Omit<T, 'id'>[],
): Promise<number[]> {
  if (!isPostgresql(entities.connection)) {
    const newest = await storeRows(entities, entity, rows as readonly Partial<T>[]);
    return rows.map((_, place) => newest - rows.length + 1 + place); // there is one connection, so no number is left out
  }
  const ids: number[] = [];
  const metadata = entities.connection.getMetadata(entity);
  for (const { sql, values } of storeStatements(metadata, rows as readonly Partial<T>[])) {
    const given = await run<{ id: number }[]>(entities, `${sql} RETURNING "id"`, values);
    ids.push(...given.map(({ id }) => id));
  }
  return ids;
}

/** The statements of {@link storeRows}, each built when it is taken: ten thousand rows at once would hold up what else runs. */
export function* storeStatements<T extends ObjectLiteral>(
  { columns, tableName }: TableColumns,
  rows: readonly Partial<T>[],
  key?: keyof T & string,
): Generator<Statement> {
  const given = columns.filter(({ propertyName }) => rows[0] && propertyName in rows[0]);
  const names = given.map(({ databaseName }) => `"${databaseName}"`).join(', ');
  const others = given.filter(({ propertyName }) => propertyName !== key);
  const sets = others.map(({ databaseName }) => `"${databaseName}" = excluded."${databaseName}"`).join(', ');
  const keyName = given.find(({ propertyName }) => propertyName === key)?.databaseName;
  const instead = keyName ? ` ON CONFLICT ("${keyName}") DO UPDATE SET ${sets}` : '';
  const atOnce = Math.max(1, Math.floor(MAX_PARAMETERS / given.length));
  for (let from = 0; from < rows.length; from += atOnce) {
    const some = rows.slice(from, from + atOnce);
    const places = some.map(() => `(${given.map(() => '?').join(', ')})`).join(', ');
    const values = some.flatMap((row) => given.map(({ propertyName, type }) => valueOf(row[propertyName], type)));
    yield { sql: `INSERT INTO "${tableName}" (${names}) VALUES ${places}${instead}`, values };
  }
}

/** The statements that delete the rows with these keys. */
export function deleteStatements(table: string, key: string, keys: readonly string[]): Statement[] {
  return [...chunksOf(keys)].map((values) => {
    return { sql: `DELETE FROM "${table}" WHERE "${key}" IN (${values.map(() => '?').join(', ')})`, values };
  });
}

function valueOf(value: unknown, type: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (type === 'simple-json') return JSON.stringify(value);
  return typeof value === 'boolean' ? Number(value) : value;
}
