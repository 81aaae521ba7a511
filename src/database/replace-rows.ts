import { In, type EntityManager, type EntityTarget, type ObjectLiteral } from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';

/** So many rows in one statement: building it holds up nobody for long, and SQLite takes no more than 1,000 conditions. */
const AT_ONCE = 50;

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
  const fresh = after.filter((row) => !known.has(row));
  for (const some of portions(gone)) await entities.delete(entity, some);
  await insertRows(entities, entity, fresh);
}

/** Inserts any number of rows. */
export async function insertRows<T extends ObjectLiteral>(
  entities: EntityManager,
  entity: EntityTarget<T>,
  rows: readonly Readonly<T>[],
): Promise<void> {
  for (const some of portions(rows)) {
    await entities.insert(
      entity,
      some.map((row) => ({ ...row }) as QueryDeepPartialEntity<T>),
    );
  }
}

/** Deletes the rows whose column is one of many values. */
export async function deleteRows<T extends ObjectLiteral>(
  entities: EntityManager,
  entity: EntityTarget<T>,
  column: keyof T,
  values: readonly unknown[],
): Promise<void> {
  for (const some of portions(values)) await entities.delete(entity, { [column]: In(some) });
}

function* portions<T>(list: readonly T[]): Generator<T[]> {
  for (let at = 0; at < list.length; at += AT_ONCE) yield list.slice(at, at + AT_ONCE);
}
