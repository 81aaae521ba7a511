import { Injectable } from '@nestjs/common';
import type { SelectQueryBuilder } from 'typeorm';
import type { Access } from '../common/access.js';
import { csvLine } from '../common/csv.js';
import { mapInSlices, yieldNow, yieldWhenDue } from '../common/time-slices.js';
import { Db } from '../database/db.js';
import { partBeforeColon } from '../database/dialect.js';
import { AuditEntryEntity } from './audit-entry.entity.js';
import { AuditLogService } from './audit-log.service.js';
import { EntryReader } from './entry-reader.js';
import { EntryRights } from './entry-rights.js';
import type { LogQueryDto } from './log.dto.js';
import { logEntryView, type LogEntryView, type LogPageView } from './log.view.js';

/** Entries that are read at once for CSV. */
const CSV_PAGE = 200;
/** The same for a role that may read some of them only: with a few at once, one page could need thousands of reads. */
const BATCH = 500;
const CSV_COLUMNS = [
  'id',
  'time',
  'kind',
  'object',
  'name',
  'sentence',
  'cause',
  'via',
  'who',
  'address',
  'result',
  'before',
  'after',
] as const satisfies readonly (keyof LogEntryView)[];

const cellsOf = (entry: LogEntryView) =>
  CSV_COLUMNS.map((column) => {
    const value = entry[column];
    return typeof value === 'object' ? JSON.stringify(value) : value;
  });

/** Reads the audit log, a page at a time. */
@Injectable()
export class LogService {
  /** The numbers of entries that roles may read, as long as no entry is added. */
  readonly #counts = new WeakMap<Access, { readonly newest: number; readonly count: number }>();

  constructor(
    private readonly db: Db,
    private readonly rights: EntryRights,
    private readonly reader: EntryReader,
    private readonly audit: AuditLogService,
  ) {}

  /**
   * The newest matching entries, newest first. With only `after` the page that follows this entry directly, so that a
   * client that follows the log misses none. Entries of objects that the role may not read are left out; without a role
   * all are included.
   */
  async page(query: LogQueryDto, access?: Access): Promise<LogPageView> {
    const { limit = 100 } = query;
    const forward = query.after !== undefined && query.before === undefined;
    const rows: AuditEntryEntity[] = [];
    const object = query.object === undefined ? undefined : this.audit.recordedAs(query.object);
    const atOnce = !access || access.isAdministrator ? limit + 1 : Math.max(limit + 1, BATCH);
    let rest: LogQueryDto | undefined = { ...query, ...(object !== undefined && { object }) };
    while (rest && rows.length <= limit) {
      const batch: AuditEntryEntity[] = await this.#batch(rest, atOnce, forward, access);
      for (const entry of batch) {
        await yieldWhenDue();
        if (this.rights.mayRead(access, entry)) rows.push(entry);
      }
      const last: number | undefined = batch.length < atOnce ? undefined : batch.at(-1)?.id;
      rest = last === undefined ? undefined : { ...rest, [forward ? 'after' : 'before']: last };
    }
    const page = rows.slice(0, limit);
    const older = !forward && rows.length > limit ? page.at(-1) : undefined;
    if (forward) page.reverse();
    const chains = await this.reader.chains(page, access);
    const entries = await mapInSlices(page, (entry) => logEntryView(entry, chains));
    const causes = chains.causesOf(page).map((entry) => logEntryView(entry, chains));
    return { entries, ...(causes.length > 0 && { causes }), ...(older && { nextBefore: older.id }) };
  }

  /** The number of entries that a role may read. */
  async count(access: Access): Promise<number> {
    if (access.isAdministrator) return this.db.transaction((entities) => entities.count(AuditEntryEntity));
    const newest = (await this.#batch({}, 1, false)).at(0)?.id ?? 0;
    const known = this.#counts.get(access);
    if (known?.newest === newest) return known.count;
    let count = 0;
    for (let before = newest + 1; before > 0;) {
      const batch = await this.#batch({ before }, CSV_PAGE, false, access);
      count += batch.filter((entry) => this.rights.mayRead(access, entry)).length;
      before = batch.length < CSV_PAGE ? 0 : (batch.at(-1)?.id ?? 0);
      await yieldNow();
    }
    this.#counts.set(access, { newest, count });
    return count;
  }

  /** All matching entries as lines of CSV, newest first, read a page at a time as the client takes them. */
  async *csv(query: LogQueryDto, access?: Access): AsyncGenerator<string> {
    yield csvLine(CSV_COLUMNS);
    let left = query.limit ?? Infinity;
    for (let before = query.before ?? Number.MAX_SAFE_INTEGER, isLast = false; left > 0 && !isLast;) {
      const limit = Math.min(left, CSV_PAGE);
      const { entries, nextBefore } = await this.page({ ...query, before, limit }, access);
      if (entries.length > 0) yield entries.map((entry) => csvLine(cellsOf(entry))).join('');
      left -= entries.length;
      before = nextBefore ?? 0;
      isLast = nextBefore === undefined;
    }
  }

  /** Reads in a transaction: a plain read on the one connection would see entries that are not committed yet. */
  #batch(query: LogQueryDto, size: number, forward: boolean, access?: Access): Promise<AuditEntryEntity[]> {
    return this.db.transaction((entities) => {
      const entries = matching(entities.createQueryBuilder(AuditEntryEntity, 'entry'), query);
      const kinds = this.rights.kindsFor(access);
      if (kinds) entries.andWhere(`${partBeforeColon(entities.connection, 'entry.object')} IN (:...kinds)`, { kinds });
      return entries
        .orderBy('entry.id', forward ? 'ASC' : 'DESC')
        .limit(size)
        .getMany();
    });
  }
}

function matching(
  entries: SelectQueryBuilder<AuditEntryEntity>,
  query: LogQueryDto,
): SelectQueryBuilder<AuditEntryEntity> {
  const { before, after, kind, object, who, result, from, to } = query;
  if (before !== undefined) entries.andWhere('entry.id < :before', { before });
  if (after !== undefined) entries.andWhere('entry.id > :after', { after });
  // "/" is the character after ".", so this is the range of all kinds with the prefix.
  if (kind?.endsWith('.')) {
    entries.andWhere('entry.kind >= :kind AND entry.kind < :end', { kind, end: `${kind.slice(0, -1)}/` });
  } else if (kind !== undefined) {
    entries.andWhere('entry.kind = :kind', { kind });
  }
  if (object !== undefined) entries.andWhere('entry.object = :object', { object });
  if (who !== undefined) entries.andWhere('entry.who = :who', { who });
  if (result !== undefined) entries.andWhere('entry.result = :result', { result });
  if (from !== undefined) entries.andWhere('entry.at >= :from', { from });
  if (to !== undefined) entries.andWhere('entry.at <= :to', { to });
  return entries;
}
