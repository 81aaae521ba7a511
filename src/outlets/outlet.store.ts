import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import { Db } from '../database/db.js';
import { PartSettings } from '../hardware/part-settings.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { OutletModel } from '../hardware/profiles/pdu-model.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { OutletEntity } from './outlet.entity.js';

/** Members of an outlet that a user can set. */
export type OutletChange = Partial<Omit<OutletEntity, 'id'>>;

/** The settings of the outlets that users have changed. */
@Injectable()
export class OutletStore extends PartSettings<OutletModel, OutletEntity> {
  constructor(driver: PduDriver, snapshots: SnapshotStore, db: Db, audit: AuditLogService) {
    const parts = driver.model.outlets;
    super(db, audit, snapshots, { entity: OutletEntity, resource: 'outlet', parts, defaultsOf });
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
