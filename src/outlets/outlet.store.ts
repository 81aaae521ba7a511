import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import { Db } from '../database/db.js';
import { PartSettings } from '../hardware/part-settings.js';
import { differenceOf } from '../common/objects.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { OutletModel } from '../hardware/profiles/pdu-model.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { differingMembers } from './outlet-details.js';
import { OutletEntity } from './outlet.entity.js';

/** Members of an outlet that a user can set. */
export type OutletChange = Partial<Omit<OutletEntity, 'id'>>;

/** The settings of the outlets that users have changed. */
@Injectable()
export class OutletStore extends PartSettings<OutletModel, OutletEntity> {
  constructor(driver: PduDriver, snapshots: SnapshotStore, db: Db, audit: AuditLogService) {
    const parts = driver.model.outlets;
    super(db, audit, snapshots, { entity: OutletEntity, resource: 'outlet', parts, defaultsOf });
    audit.identifyObjects('outlet', (idOrIndex) => driver.model.outlet(idOrIndex)?.id);
  }

  /** The record names only those members of the device and those labels that have changed, and all consumers. */
  protected override recorded(from: Readonly<OutletEntity>, to: Readonly<OutletEntity>) {
    const { before = {}, after = {} } = differenceOf(from, to) ?? {};
    for (const details of ['device', 'labels'] as const) {
      if (from[details] === to[details]) continue;
      const members = differingMembers(from[details], to[details]);
      Object.assign(before, { [details]: members.before });
      Object.assign(after, { [details]: members.after });
    }
    if (from.consumers !== to.consumers) {
      Object.assign(before, { consumers: from.consumers ?? [] });
      Object.assign(after, { consumers: to.consumers ?? [] });
    }
    return { before, after };
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
  device: null,
  labels: null,
  consumers: null,
});
