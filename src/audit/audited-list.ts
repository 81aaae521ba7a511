import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';
import type { CallerWithAddress } from '../common/access.js';
import type { Cause } from '../common/cause.js';
import { ApiError, type ApiErrorCode } from '../common/errors.js';
import { entryIdOf } from '../common/ids.js';
import { assertShareNotUsed, assertTotalFits, sumOf, type List, type Total } from '../common/limits.js';
import { differenceOf } from '../common/objects.js';
import { Db } from '../database/db.js';
import { AuditLogService, type AuditRecord } from './audit-log.service.js';
import { AuditedTable } from './audited-table.js';

interface Entry {
  readonly id: number;
  /** Id of the user who made it. */
  readonly maker?: string | null;
  readonly name: string;
}

export interface ListOptions<Row extends ObjectLiteral> {
  readonly entity: EntityTarget<Row>;
  /** As audit records name it: `group` in `group.change` and `group:3`. */
  readonly resource: string;
  /** The error for an id that nobody has. */
  readonly unknown: ApiErrorCode;
  /** As limits name it. */
  readonly list: List;
  /** The limit of what all entries have together. */
  readonly total?: Total;
}

/** Entries that users make, change and delete, each with an id that is never given twice. */
export abstract class AuditedList<
  Row extends Entry & ObjectLiteral,
  Draft extends object = Omit<Row, 'id' | 'maker'>,
> extends AuditedTable<Row> {
  protected constructor(
    db: Db,
    audit: AuditLogService,
    private readonly options: ListOptions<Row>,
  ) {
    super(db, audit, options.entity);
    audit.nameObjects(options.resource, (id) => this.get(Number(id))?.name);
  }

  /** Throws the error for an id that nobody has. */
  find(id: string | number): Readonly<Row> {
    const number = entryIdOf(id);
    const row = number === undefined ? undefined : this.get(number);
    if (!row) throw new ApiError(this.options.unknown, id);
    return row;
  }

  /**
   * Throws LIST_FULL, LIST_SHARE_USED or LIST_TOTAL_FULL unless this fits as one more entry.
   * @param uncommitted the number of entries that the running unit of work has created
   */
  assertRoomFor(draft: Draft, caller: Pick<CallerWithAddress, 'userId' | 'access'>, uncommitted = 0): void {
    assertShareNotUsed(this.options.list, this.counted(), caller, uncommitted);
    this.#assertTotalFits(undefined, draft);
  }

  /** Throws LIST_TOTAL_FULL unless an entry may become as large as this. */
  assertFits(before: Readonly<Row>, draft: Draft): void {
    this.#assertTotalFits(before, draft);
  }

  async create(draft: Draft, cause: Cause): Promise<Readonly<Row>> {
    return this.db.transaction(async (entities) => {
      const after = await this.insert(entities, draft, cause);
      const record = this.#auditRecord(after, 'create', cause, { after: this.shown(draft) });
      await this.record(entities, [{ id: after.id, before: undefined, after }], record);
      return after;
    });
  }

  /** Members that are equal already are not recorded. Answers the entry as it is then. */
  async change(before: Readonly<Row>, draft: Draft, cause: Cause): Promise<Readonly<Row>> {
    const after = this.changed(before, draft);
    const difference = this.difference(before, after);
    if (!difference) return before;
    await this.db.transaction(async (entities) => {
      await entities.update(this.entity, before.id, after);
      const record = this.#auditRecord(before, 'change', cause, difference);
      await this.record(entities, [{ id: before.id, before, after }], record);
    });
    return after;
  }

  async remove(before: Readonly<Row>, cause: Cause): Promise<void> {
    await this.db.transaction(async (entities) => {
      await entities.delete(this.entity, before.id);
      const record = this.#auditRecord(before, 'delete', cause, { before: this.shown(before) });
      await this.record(entities, [{ id: before.id, before, after: undefined }], record);
    });
  }

  /** The entries that limits count. */
  protected counted(): readonly Readonly<Row>[] {
    return this.all();
  }

  /** The share of an entry in the total. */
  protected countOf?(draft: Draft | Readonly<Row>): number;

  /** Stores a new entry. */
  protected insert(entities: EntityManager, draft: Draft, cause: Cause): Promise<Readonly<Row>> {
    return this.insertRow(entities, { ...draft, maker: cause.userId ?? null });
  }

  protected async insertRow(entities: EntityManager, members: object): Promise<Readonly<Row>> {
    const { identifiers } = await entities.insert(this.entity, { ...members });
    const { id } = identifiers[0] as { id: number };
    return { id, ...members } as Readonly<Row>;
  }

  /** An entry after a change. */
  protected changed(before: Readonly<Row>, draft: Draft): Readonly<Row> {
    return { ...before, ...draft };
  }

  /** The members of the audit record of a change; undefined if nothing has changed. */
  protected difference(before: Readonly<Row>, after: Readonly<Row>): Pick<AuditRecord, 'before' | 'after'> | undefined {
    return differenceOf(before, after);
  }

  /** The members of the audit record of a new or deleted entry. */
  protected shown(draft: Draft | Readonly<Row>): object {
    return draft;
  }

  #assertTotalFits(before: Readonly<Row> | undefined, after: Draft): void {
    const { total } = this.options;
    if (!total) return;
    const countOf = (entry: Draft | Readonly<Row>): number => this.countOf?.(entry) ?? 0;
    assertTotalFits(total, sumOf(this.counted(), countOf), before ? countOf(before) : 0, countOf(after));
  }

  #auditRecord({ id }: Entry, verb: string, cause: Cause, members: Pick<AuditRecord, 'before' | 'after'>): AuditRecord {
    const { resource } = this.options;
    return { kind: `${resource}.${verb}`, object: `${resource}:${id}`, cause, ...members };
  }
}
