import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';

/** SQLite takes so many values in one statement at most, and then some. */
const AT_ONCE = 500;

/**
 * Makes the rows of a table those of `after`. A row that is the same object in both is not touched. All that change
 * leave before any comes, so that two may exchange what is unique.
 */
export async function replaceRows<T extends ObjectLiteral & { readonly id: string | number }>(
  entities: EntityManager,
  entity: EntityTarget<T>,
  before: readonly Readonly<T>[],
  after: readonly Readonly<T>[],
): Promise<void> {
  const stays = new Set<Readonly<T>>(after);
  const gone = before.filter((row) => !stays.has(row)).map(({ id }) => id);
  const known = new Set<Readonly<T>>(before);
  const fresh = after.filter((row) => !known.has(row)).map((row) => ({ ...row }) as QueryDeepPartialEntity<T>);
  for (let at = 0; at < gone.length; at += AT_ONCE) await entities.delete(entity, gone.slice(at, at + AT_ONCE));
  for (let at = 0; at < fresh.length; at += AT_ONCE) await entities.insert(entity, fresh.slice(at, at + AT_ONCE));
}
