import { Injectable } from '@nestjs/common';
import type { Access } from '../common/access.js';
import { yieldWhenDue } from '../common/time-slices.js';
import { Db } from '../database/db.js';
import { rowsOfList, run } from '../database/dialect.js';
import type { Statement } from '../database/statement.js';
import { AuditEntryEntity } from './audit-entry.entity.js';
import { entriesStatement, kindsStatement, spanStatement, type EntryQuery } from './entry-query.js';
import { EntryRights } from './entry-rights.js';
import type { CauseOf } from './sentences.js';

/** The longest chain of causes that is followed. Automatic steps are limited to fewer, see the loop guard. */
export const MAX_CHAIN = 32;

/** The steps back to what a sentence names: what an event has done, the event, and what it saw. */
const STEPS_IN_SENTENCE = 3;

/** The causes of entries, as far as a reader may see it. */
export interface Chains {
  readonly causeOf: CauseOf;
  /** The entries that led to one, from the next to the first. */
  readonly chainOf: (entry: AuditEntryEntity) => AuditEntryEntity[];
  /** The causes that sentences about these entries name, without these entries. */
  readonly causesOf: (page: readonly AuditEntryEntity[]) => AuditEntryEntity[];
}

/** A page of entries, newest first. */
export interface EntryPage {
  readonly entries: AuditEntryEntity[];
  /** Older entries follow below this id; undefined on the last page. */
  readonly next: number | undefined;
}

/** So many entries are read for one page: a reader who may see few of them gets a short page instead of waiting. */
const MAX_EXAMINED = 5000;
const BATCH = 500;
/** So many kinds of one query; there are fewer than a hundred. */
const MAX_KINDS = 200;

/** Reads entries of the audit log by object, kind and time, and what led to them. */
@Injectable()
export class EntryReader {
  constructor(
    private readonly db: Db,
    private readonly rights: EntryRights,
  ) {}

  /**
   * The newest entries that match and that the reader may see. `kinds` may have prefixes such as "outlet.". Without a role
   * all are included.
   */
  async page(query: EntryQuery, limit: number, access?: Access): Promise<EntryPage> {
    const entries: AuditEntryEntity[] = [];
    let rest: EntryQuery | undefined = await this.#bounded(query);
    const atOnce = !access || access.isAdministrator ? limit + 1 : Math.max(limit + 1, BATCH);
    for (let examined = 0; rest && entries.length <= limit && examined < MAX_EXAMINED; examined += atOnce) {
      const rows: AuditEntryEntity[] = await this.#rows(entriesStatement(this.#table, rest, atOnce));
      for (const row of rows) {
        await yieldWhenDue();
        if (this.rights.mayRead(access, row)) entries.push(row);
      }
      const last: number | undefined = rows.length < atOnce ? undefined : rows.at(-1)?.id;
      rest = last === undefined ? undefined : { ...rest, below: last };
    }
    const isLong = entries.length > limit;
    const page = entries.slice(0, limit);
    return { entries: page, next: isLong ? page.at(-1)?.id : rest?.below };
  }

  /** The newest entry of these kinds about an object that the reader may see. */
  async newest(object: string, kinds: readonly string[], access?: Access): Promise<AuditEntryEntity | undefined> {
    const { entries } = await this.page({ object, kinds }, 1, access);
    return entries[0];
  }

  /**
   * The chains of these entries, read with one query by their ids. An entry is followed only to an older one, so a chain
   * ends whatever the database says; it ends early where the reader may not see more, or older entries are deleted.
   */
  async chains(entries: readonly AuditEntryEntity[], access?: Access): Promise<Chains> {
    const known = new Map(entries.map((entry) => [entry.id, entry]));
    const wanted = new Set(entries.flatMap((entry) => olderCause(entry) ?? []));
    if (wanted.size > 0) {
      for (const row of await this.#ancestors([...wanted])) {
        await yieldWhenDue();
        if (!known.has(row.id) && this.rights.mayRead(access, row)) known.set(row.id, row);
      }
    }
    const causeOf: CauseOf = (entry) => {
      const cause = olderCause(entry);
      return cause === undefined ? undefined : known.get(cause);
    };
    const chainOf = (entry: AuditEntryEntity): AuditEntryEntity[] => {
      const chain: AuditEntryEntity[] = [];
      for (let next = causeOf(entry); next && chain.length < MAX_CHAIN; next = causeOf(next)) chain.push(next);
      return chain;
    };
    const causesOf = (page: readonly AuditEntryEntity[]): AuditEntryEntity[] => {
      const own = new Set(page.map(({ id }) => id));
      const causes = page.flatMap((entry) => chainOf(entry).slice(0, STEPS_IN_SENTENCE));
      return [...new Set(causes)].filter(({ id }) => !own.has(id));
    };
    return { causeOf, chainOf, causesOf };
  }

  #ancestors(ids: readonly number[]): Promise<AuditEntryEntity[]> {
    const table = this.#table;
    const statement = (
      connection: Parameters<typeof rowsOfList>[0],
    ): string => `WITH RECURSIVE "chain" ("id", "steps") AS (
        SELECT "value", 1 FROM ${rowsOfList(connection, 'bigint', '?')}
        UNION
        SELECT "entry"."cause", "steps" + 1 FROM "chain" JOIN "${table}" "entry" ON "entry"."id" = "chain"."id"
        WHERE "entry"."cause" < "entry"."id" AND "steps" < ${MAX_CHAIN}
      ) SELECT * FROM "${table}" WHERE "id" IN (SELECT "id" FROM "chain")`;
    return this.db.transaction((entities) => run(entities, statement(entities.connection), [JSON.stringify(ids)]));
  }

  /** The query with all kinds written out, and times as a range of ids; undefined if nothing can match. */
  async #bounded(query: EntryQuery): Promise<EntryQuery | undefined> {
    let bounded = query;
    if (query.kinds) {
      const known = await this.#rows<{ kind: string }>(kindsStatement(this.#table));
      const asked = query.kinds;
      const kinds = known.flatMap(({ kind }) =>
        asked.some((each) => each === kind || (each.endsWith('.') && kind.startsWith(each))) ? kind : [],
      );
      if (kinds.length === 0) return undefined;
      bounded = { ...bounded, kinds: kinds.slice(0, MAX_KINDS) };
    }
    if (query.earliest === undefined && query.latest === undefined) return bounded;
    // The clock may have been set back, so times do not grow with ids; a range of ids that holds them all still bounds it.
    const [span = {}] = await this.#rows<{ lowest?: number | null; highest?: number | null }>(
      spanStatement(this.#table, query),
    );
    if (span.highest === null || span.lowest === null) return undefined;
    const below = Math.min(query.below ?? Infinity, (span.highest ?? Infinity) + 1);
    return { ...bounded, from: span.lowest, ...(below < Infinity && { below }) };
  }

  get #table(): string {
    return this.db.tableOf(AuditEntryEntity).tableName;
  }

  /** Reads in a transaction: a plain read on the one connection would see entries that are not committed yet. */
  #rows<Row = AuditEntryEntity>({ sql, values }: Statement): Promise<Row[]> {
    return this.db.transaction((entities) => entities.query<Row[]>(sql, [...values]));
  }
}

const olderCause = ({ id, cause }: AuditEntryEntity): number | undefined =>
  cause !== null && cause < id ? cause : undefined;
