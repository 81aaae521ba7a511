import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import { Db } from '../database/db.js';
import { PartSettings } from '../hardware/part-settings.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { RelayOutputModel } from '../hardware/profiles/pdu-model.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { ApiError } from '../common/errors.js';
import { RelayOutputEntity } from './relay-output.entity.js';

/** Members of a relay output that a user can set. */
export type RelayOutputChange = Partial<Omit<RelayOutputEntity, 'id'>>;

/** The settings of the relay outputs that users have changed. */
@Injectable()
export class RelayOutputStore extends PartSettings<RelayOutputModel, RelayOutputEntity> {
  constructor(
    private readonly driver: PduDriver,
    snapshots: SnapshotStore,
    db: Db,
    audit: AuditLogService,
  ) {
    const parts = driver.model.relayOutputs;
    super(db, audit, snapshots, { entity: RelayOutputEntity, resource: 'relayOutput', parts, defaultsOf });
  }

  /** By name, without regard to case. */
  idByName(name: string): string | undefined {
    const isNamed = (relay: RelayOutputModel) => this.of(relay).name.toLowerCase() === name.toLowerCase();
    return this.driver.model.relayOutputs.find(isNamed)?.id;
  }

  /** Refuses a name that another relay output has: RELAY_NAME_TAKEN. */
  assertNameFree(name: string, relay: RelayOutputModel): void {
    const owner = this.idByName(name);
    if (owner !== undefined && owner !== relay.id) throw new ApiError('RELAY_NAME_TAKEN', name);
  }
}

const defaultsOf = ({ id, index }: RelayOutputModel): RelayOutputEntity => ({
  id,
  name: `Relay ${index}`,
  customRebootTimeEnabled: false,
  customRebootTime: 5,
});
