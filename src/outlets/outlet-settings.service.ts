import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log.service.js';
import { Db } from '../database/db.js';
import { insertRows } from '../database/replace-rows.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { OutletModel } from '../hardware/profiles/pdu-model.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import type { Cause } from '../kernel/cause.js';
import { differenceOf } from '../kernel/difference.js';
import { Outlet } from './outlet.entity.js';

/** Members of an outlet that a user can set. */
export type OutletChange = Partial<Omit<Outlet, 'id'>>;

/** What users have set for the outlets, all of it in memory. */
@Injectable()
export class OutletSettings implements OnModuleInit {
  /** By the outlet's position. */
  readonly #rows: Readonly<Outlet>[];

  constructor(
    private readonly driver: PduDriver,
    private readonly snapshots: SnapshotStore,
    private readonly db: Db,
    private readonly audit: AuditLog,
  ) {
    this.#rows = driver.model.outlets.map(defaultsOf);
  }

  async onModuleInit(): Promise<void> {
    for (const row of await this.db.all(Outlet)) {
      const outlet = this.driver.model.outlet(row.id);
      if (outlet) this.#rows[outlet.position] = row;
    }
  }

  of(outlet: OutletModel): Readonly<Outlet> {
    return this.#rows[outlet.position] ?? defaultsOf(outlet);
  }

  /** Stores a change; members that are equal already are not told of. Callers come one after another. */
  async change(outlet: OutletModel, change: OutletChange, cause: Cause): Promise<void> {
    // A command brings no change of the settings, and must not wait for a storage that is full.
    if (!differenceOf(this.of(outlet), { ...this.of(outlet), ...change })) return;
    await this.db.write(async (entities) => {
      const before = this.of(outlet);
      const after: Outlet = { ...before, ...change };
      const difference = differenceOf(before, after);
      if (!difference) return;
      await entities.upsert(Outlet, after, ['id']);
      await this.audit.record({ kind: 'outlet.update', object: `outlet:${outlet.id}`, cause, ...difference });
      this.db.afterCommit(() => this.#take([after]));
    });
  }

  /** Makes these the only ones that differ from the defaults. Joins the running unit of work. */
  async replaceAll(rows: readonly Readonly<Outlet>[]): Promise<void> {
    await this.db.write(async (entities) => {
      await entities.clear(Outlet);
      await insertRows(entities, Outlet, rows);
      this.db.afterCommit(() => this.#take([...this.defaults(), ...rows]));
    });
  }

  /** What each has unless somebody says otherwise, in the model's order. */
  defaults(): Outlet[] {
    return this.driver.model.outlets.map(defaultsOf);
  }

  #take(rows: readonly Readonly<Outlet>[]): void {
    for (const row of rows) {
      const outlet = this.driver.model.outlet(row.id);
      if (outlet) this.#rows[outlet.position] = row;
    }
    this.snapshots.touch();
  }
}

/** PREV: nobody who has not said otherwise is surprised by an outlet that comes back other than it was. */
const defaultsOf = ({ id, index }: OutletModel): Outlet => ({
  id,
  name: `Outlet ${index}`,
  pwrOnState: 'PREV',
  customRebootTimeEnabled: false,
  customRebootTime: 5,
  protection: 'none',
});
