import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import { Db } from '../database/db.js';
import { insertRows } from '../database/rows.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { OutletModel } from '../hardware/profiles/pdu-model.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import type { Cause } from '../common/cause.js';
import { differenceOf } from '../common/objects.js';
import { OutletEntity } from './outlet.entity.js';

/** Members of an outlet that a user can set. */
export type OutletChange = Partial<Omit<OutletEntity, 'id'>>;

/** What users have set for the outlets, all of it in memory. */
@Injectable()
export class OutletStore implements OnModuleInit {
  /** By the outlet's position. */
  readonly #rows: Readonly<OutletEntity>[];

  constructor(
    private readonly driver: PduDriver,
    private readonly snapshots: SnapshotStore,
    private readonly db: Db,
    private readonly audit: AuditLogService,
  ) {
    this.#rows = driver.model.outlets.map(defaultsOf);
  }

  async onModuleInit(): Promise<void> {
    for (const row of await this.db.all(OutletEntity)) {
      const outlet = this.driver.model.outlet(row.id);
      if (outlet) this.#rows[outlet.position] = row;
    }
  }

  get(outlet: OutletModel): Readonly<OutletEntity> {
    return this.#rows[outlet.position] ?? defaultsOf(outlet);
  }

  /** Stores a change; members that are equal already are not recorded. Callers come one after another. */
  async change(outlet: OutletModel, change: OutletChange, cause: Cause): Promise<void> {
    // A command brings no change of the settings, and must not wait for a storage that is full.
    if (!differenceOf(this.get(outlet), { ...this.get(outlet), ...change })) return;
    await this.db.transaction(async (entities) => {
      const before = this.get(outlet);
      const after: OutletEntity = { ...before, ...change };
      const difference = differenceOf(before, after);
      if (!difference) return;
      await entities.upsert(OutletEntity, after, ['id']);
      await this.audit.record({ kind: 'outlet.update', object: `outlet:${outlet.id}`, cause, ...difference });
      this.db.afterCommit(() => this.#apply([after]));
    });
  }

  /** Makes these the only ones that differ from the defaults. Joins the running unit of work. */
  async replaceAll(rows: readonly Readonly<OutletEntity>[]): Promise<void> {
    await this.db.transaction(async (entities) => {
      await entities.clear(OutletEntity);
      await insertRows(entities, OutletEntity, rows);
      this.db.afterCommit(() => this.#apply([...this.defaults(), ...rows]));
    });
  }

  /** What each has unless somebody says otherwise, in the model's order. */
  defaults(): OutletEntity[] {
    return this.driver.model.outlets.map(defaultsOf);
  }

  #apply(rows: readonly Readonly<OutletEntity>[]): void {
    for (const row of rows) {
      const outlet = this.driver.model.outlet(row.id);
      if (outlet) this.#rows[outlet.position] = row;
    }
    this.snapshots.touch();
  }
}

/** PREV: nobody who has not said otherwise is surprised by an outlet that comes back other than it was. */
const defaultsOf = ({ id, index }: OutletModel): OutletEntity => ({
  id,
  name: `Outlet ${index}`,
  pwrOnState: 'PREV',
  customRebootTimeEnabled: false,
  customRebootTime: 5,
  protection: 'none',
});
