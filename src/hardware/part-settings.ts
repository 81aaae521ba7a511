import { AuditLogService } from '../audit/audit-log.service.js';
import { AuditedTable } from '../audit/audited-table.js';
import type { Cause } from '../common/cause.js';
import { differenceOf } from '../common/objects.js';
import { mapInSlices } from '../common/time-slices.js';
import { Db } from '../database/db.js';
import { storeRows } from '../database/rows.js';
import { byId, partTitle } from './part-title.js';
import { SnapshotStore } from './snapshot.store.js';

export interface PartSettingsOptions<Part, Row> {
  readonly entity: new () => Row;
  /** As audit records name it: `outlet` in `outlet.change` and `outlet:1-9`. */
  readonly resource: string;
  readonly parts: readonly Part[];
  readonly defaultsOf: (part: Part) => Row;
}

export type PartChange<Row> = Partial<Omit<Row, 'id'>>;

/** The settings of parts of the PDU that users have changed; a part without a row has the defaults. */
export abstract class PartSettings<
  Part extends { readonly id: string; readonly position: number },
  Row extends { id: string; name: string },
> extends AuditedTable<Row> {
  /** By position: a poll cycle looks up ten thousand. */
  readonly #defaults: readonly Readonly<Row>[];

  protected constructor(
    db: Db,
    audit: AuditLogService,
    snapshots: SnapshotStore,
    private readonly options: PartSettingsOptions<Part, Row>,
  ) {
    super(db, audit, options.entity);
    this.#defaults = options.parts.map(options.defaultsOf);
    const partsById = new Map(options.parts.map((part) => [part.id, part]));
    audit.nameObjects(
      options.resource,
      (id) => {
        const part = partsById.get(id);
        return part ? this.of(part).name : this.get(id)?.name;
      },
      byId(
        (id) => partsById.get(id),
        (part) => partTitle(options.defaultsOf(part).name, this.of(part).name),
      ),
    );
    this.onChange(() => snapshots.touch());
  }

  of(part: Part): Readonly<Row> {
    return this.get(part.id) ?? this.#defaults[part.position] ?? this.options.defaultsOf(part);
  }

  /** The default settings of every part, in the model's order. */
  defaults(): Readonly<Row>[] {
    return [...this.#defaults];
  }

  /** Stores a change; members that are equal already are not recorded. Callers come one after another. */
  async change(part: Part, change: PartChange<Row>, cause: Cause): Promise<void> {
    await this.changeAll([[part, change]], cause);
  }

  /** Stores changes of different parts, all of them or none; each has its audit record. */
  async changeAll(wanted: readonly (readonly [Part, PartChange<Row>])[], cause: Cause): Promise<void> {
    // A command brings no change of the settings, and must not wait for a storage that is full.
    const differs = ([part, change]: (typeof wanted)[number]) =>
      differenceOf(this.of(part), { ...this.of(part), ...change }) !== undefined;
    if (!wanted.some(differs)) return;
    await this.db.transaction(async (entities) => {
      const changes = await mapInSlices(wanted.filter(differs), ([part, change]) => {
        const before = this.of(part);
        return { id: part.id, before, after: { ...before, ...change } };
      });
      if (changes.length === 0) return;
      const { resource } = this.options;
      // TypeORM's own upsert would read the row back afterwards, as soon as a column has a default.
      const rows = changes.map(({ after }) => after);
      await storeRows<Row>(entities, this.options.entity, rows, 'id');
      const records = await mapInSlices(changes, ({ id, before, after }) => {
        return { kind: `${resource}.change`, object: `${resource}:${id}`, cause, ...this.recorded(before, after) };
      });
      await this.record(entities, changes, ...records);
    });
  }

  /** The members of a change as the audit log has them. */
  protected recorded(before: Readonly<Row>, after: Readonly<Row>): { before?: object; after?: object } {
    return differenceOf(before, after) ?? {};
  }
}
