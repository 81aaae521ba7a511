import { AuditLogService } from '../audit/audit-log.service.js';
import { AuditedTable } from '../audit/audited-table.js';
import type { Cause } from '../common/cause.js';
import { differenceOf } from '../common/objects.js';
import { Db } from '../database/db.js';
import { storeRows } from '../database/rows.js';
import { SnapshotStore } from './snapshot.store.js';

export interface PartSettingsOptions<Part, Row> {
  readonly entity: new () => Row;
  /** As audit records name it: `outlet` in `outlet.change` and `outlet:1-9`. */
  readonly resource: string;
  readonly parts: readonly Part[];
  readonly defaultsOf: (part: Part) => Row;
}

/** The settings of parts of the PDU that users have changed; a part without a row has the defaults. */
export abstract class PartSettings<
  Part extends { readonly id: string },
  Row extends { id: string },
> extends AuditedTable<Row> {
  readonly #defaults: ReadonlyMap<string, Readonly<Row>>;

  protected constructor(
    db: Db,
    audit: AuditLogService,
    snapshots: SnapshotStore,
    private readonly options: PartSettingsOptions<Part, Row>,
  ) {
    super(db, audit, options.entity);
    this.#defaults = new Map(options.parts.map((part) => [part.id, options.defaultsOf(part)]));
    this.onChange(() => snapshots.touch());
  }

  of(part: Part): Readonly<Row> {
    return this.get(part.id) ?? this.#defaults.get(part.id) ?? this.options.defaultsOf(part);
  }

  /** The default settings of every part, in the model's order. */
  defaults(): Readonly<Row>[] {
    return [...this.#defaults.values()];
  }

  /** Stores a change; members that are equal already are not recorded. Callers come one after another. */
  async change(part: Part, change: Partial<Omit<Row, 'id'>>, cause: Cause): Promise<void> {
    // A command brings no change of the settings, and must not wait for a storage that is full.
    if (!differenceOf(this.of(part), { ...this.of(part), ...change })) return;
    await this.db.transaction(async (entities) => {
      const before = this.of(part);
      const after = { ...before, ...change };
      const difference = differenceOf(before, after);
      if (!difference) return;
      const { id } = part;
      const { resource } = this.options;
      // TypeORM's own upsert would read the row back afterwards, as soon as a column has a default.
      await storeRows<Row>(entities, this.options.entity, [after], 'id');
      const record = { kind: `${resource}.change`, object: `${resource}:${id}`, cause, ...difference };
      await this.record(entities, [{ id, before, after }], record);
    });
  }
}
