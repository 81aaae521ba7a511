import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import { AuditedTable } from '../audit/audited-table.js';
import { Db } from '../database/db.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import type { Cause } from '../common/cause.js';
import { SensorLabelEntity, type LabelledPart } from './sensor-label.entity.js';

/** A name and description; absent where the default stands. */
export interface Label {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
}

/** Label of a part that is to change; members that are absent stay as they are. Index 0 is the sensor itself. */
export interface LabelChange extends Label {
  readonly part: LabelledPart;
  readonly index: number;
}

/** The labels of all sensors, of the relays and the inputs of hubs. */
@Injectable()
export class SensorLabelStore extends AuditedTable<SensorLabelEntity> {
  constructor(db: Db, audit: AuditLogService, snapshots: SnapshotStore) {
    super(db, audit, SensorLabelEntity);
    this.onChange(() => snapshots.touch());
  }

  labelOf(sensor: string, part: LabelledPart, index: number): Label {
    const { name, description } = this.get(keyOf(sensor, part, index)) ?? {};
    return { name: name ?? undefined, description: description ?? undefined };
  }

  /** Changes labels of one sensor, durably and audited. */
  async change(sensor: string, changes: readonly LabelChange[], cause: Cause): Promise<void> {
    await this.db.transaction(async (entities) => {
      const rows = changes.map((change) => this.#changed(sensor, change));
      await entities.upsert(SensorLabelEntity, rows, ['sensor', 'part', 'index']);
      await this.record(
        entities,
        rows.map((after) => ({ id: this.idOf(after), before: this.get(this.idOf(after)), after })),
        ...rows.map(({ part, index, name, description }) => ({
          kind: 'sensor.change',
          object: part === 'sensor' ? `sensor:${sensor}` : `sensor:${sensor}/${part}${index}`,
          cause,
          before: this.labelOf(sensor, part, index),
          after: { name: name ?? undefined, description: description ?? undefined },
        })),
      );
    });
  }

  protected override idOf({ sensor, part, index }: SensorLabelEntity): string {
    return keyOf(sensor, part, index);
  }

  #changed(sensor: string, { part, index, name, description }: LabelChange): SensorLabelEntity {
    const before = this.labelOf(sensor, part, index);
    return {
      sensor,
      part,
      index,
      name: name ?? before.name ?? null,
      description: description ?? before.description ?? null,
    };
  }
}

const keyOf = (sensor: string, part: LabelledPart, index: number): string => `${sensor}/${part}/${index}`;
