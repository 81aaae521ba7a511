import type { Millis } from '../common/clock.js';
import type { Statement } from '../database/statement.js';

/** Entries of the audit log of a query, newest first. */
export interface EntryQuery {
  /** Only entries with a lower id. */
  readonly below?: number | undefined;
  /** Only entries with this id or a higher one. */
  readonly from?: number | undefined;
  /** As `resource:id`: its own entries, and those that speak of it. */
  readonly object?: string | undefined;
  /** With an object: also the own entries of others, of these kinds. */
  readonly also?: { readonly objects: readonly string[]; readonly kinds: readonly string[] } | undefined;
  readonly kinds?: readonly string[] | undefined;
  /** `ok`, or the code of an error. */
  readonly result?: string | undefined;
  /** Wall clock, both included. */
  readonly earliest?: Millis | undefined;
  readonly latest?: Millis | undefined;
}

/** Each branch reads one index backwards and stops after `limit` entries, however many the log has. */
export function entriesStatement(table: string, query: EntryQuery, limit: number): Statement {
  const { below, from, object, also, kinds, result, earliest, latest } = query;
  const conditions: [sql: string, ...values: unknown[]][] = [];
  if (below !== undefined) conditions.push(['"id" < ?', below]);
  if (from !== undefined) conditions.push(['"id" >= ?', from]);
  if (earliest !== undefined) conditions.push(['"at" >= ?', earliest]);
  if (latest !== undefined) conditions.push(['"at" <= ?', latest]);
  if (result !== undefined) conditions.push(['"result" = ?', result]);
  const ofKinds = (some: readonly string[]): (typeof conditions)[number] => [
    `"kind" IN (${some.map(() => '?').join(', ')})`,
    ...some,
  ];
  if (object !== undefined && kinds) conditions.push(ofKinds(kinds));

  const branch = (source: string, ...own: typeof conditions): Statement => {
    const all = [...own, ...conditions];
    const where = all.length === 0 ? '' : ` WHERE ${all.map(([sql]) => sql).join(' AND ')}`;
    return {
      sql: `SELECT * FROM (SELECT "id" FROM "${table}" ${source}${where} ORDER BY "id" DESC LIMIT ?)`,
      values: [...all.flatMap(([, ...values]) => values), limit],
    };
  };
  const branches =
    object !== undefined
      ? [
          branch('INDEXED BY "audit_entry_object"', ['"object" = ?', object]),
          branch('INDEXED BY "audit_entry_about"', ['"about" = ?', object]),
          ...(also?.objects ?? []).map((other) =>
            branch('INDEXED BY "audit_entry_object"', ['"object" = ?', other], ofKinds(also?.kinds ?? [])),
          ),
        ]
      : kinds
        ? kinds.map((kind) => branch('INDEXED BY "audit_entry_kind"', ['"kind" = ?', kind]))
        : [branch('NOT INDEXED')];
  const ids = branches.map(({ sql }) => sql).join(' UNION ');
  return {
    sql: `SELECT * FROM "${table}" WHERE "id" IN (${ids || 'NULL'}) ORDER BY "id" DESC LIMIT ?`,
    values: [...branches.flatMap(({ values }) => values), limit],
  };
}

/**
 * The lowest and highest id of a time span, read from the index of times alone. A side without a limit is not asked for:
 * it is a step for each entry of the span.
 */
export function spanStatement(table: string, { earliest, latest }: EntryQuery): Statement {
  const bounds = [earliest !== undefined && 'min("id") AS "lowest"', latest !== undefined && 'max("id") AS "highest"'];
  return {
    sql: `SELECT ${bounds.filter(Boolean).join(', ')} FROM "${table}" INDEXED BY "audit_entry_at" WHERE "at" BETWEEN ? AND ?`,
    values: [earliest ?? 0, latest ?? Number.MAX_SAFE_INTEGER],
  };
}

/** All kinds that occur: one step through the index for each of them. */
export const kindsStatement = (table: string): Statement => ({
  sql: `WITH RECURSIVE "known" ("kind") AS (
      SELECT min("kind") FROM "${table}"
      UNION ALL
      SELECT (SELECT min("kind") FROM "${table}" WHERE "kind" > "known"."kind") FROM "known" WHERE "kind" IS NOT NULL
    ) SELECT "kind" FROM "known" WHERE "kind" IS NOT NULL`,
  values: [],
});
