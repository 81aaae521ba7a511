import type { EntityManager, ObjectLiteral } from 'typeorm';

/** SQLite takes 32,766 parameters in a statement; a tenth of them is plenty for one. */
const MOST_PARAMETERS = 3000;

/**
 * Stores rows inside a unit of work, in the place of those with the same `key` if one is given; answers the row id of the
 * last. For what every switching waits for: the same text each time, with a parameter for every value, stays prepared,
 * where TypeORM's own statements differ by the numbers in them.
 */
export async function storeRows<T extends ObjectLiteral>(
  entities: EntityManager,
  entity: new () => T,
  rows: readonly Partial<T>[],
  key?: keyof T & string,
): Promise<number> {
  const { columns, tableName } = entities.connection.getMetadata(entity);
  const given = columns.filter(({ propertyName }) => rows[0] && propertyName in rows[0]);
  const names = given.map(({ databaseName }) => `"${databaseName}"`).join(', ');
  const others = given.filter(({ propertyName }) => propertyName !== key);
  const sets = others.map(({ databaseName }) => `"${databaseName}" = excluded."${databaseName}"`).join(', ');
  const instead = key ? ` ON CONFLICT ("${key}") DO UPDATE SET ${sets}` : '';
  const atOnce = Math.max(1, Math.floor(MOST_PARAMETERS / given.length));
  let last = 0;
  for (let from = 0; from < rows.length; from += atOnce) {
    const some = rows.slice(from, from + atOnce);
    const places = some.map(() => `(${given.map(() => '?').join(', ')})`).join(', ');
    const values = some.flatMap((row) => given.map(({ propertyName }) => valueOf(row[propertyName])));
    last = await entities.query<number>(`INSERT INTO "${tableName}" (${names}) VALUES ${places}${instead}`, values);
  }
  return last;
}

const valueOf = (value: unknown): unknown => (typeof value === 'boolean' ? Number(value) : (value ?? null));
