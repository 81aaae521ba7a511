import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditLogService, type AuditRecord } from '../audit/audit-log.service.js';
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

/** The labels of all sensors, in memory, written through. */
@Injectable()
export class SensorLabelStore implements OnModuleInit {
  readonly #labels = new Map<string, Label>();

  constructor(
    private readonly db: Db,
    private readonly audit: AuditLogService,
    private readonly snapshots: SnapshotStore,
  ) {}

  async onModuleInit(): Promise<void> {
    for (const label of await this.db.all(SensorLabelEntity)) this.#apply(label);
  }

  get(sensor: string, part: LabelledPart, index: number): Label {
    return this.#labels.get(keyOf(sensor, part, index)) ?? {};
  }

  /** Changes labels of one sensor, durably and audited. */
  async change(sensor: string, changes: readonly LabelChange[], cause: Cause): Promise<void> {
    await this.db.transaction(async (entities) => {
      await entities.upsert(
        SensorLabelEntity,
        changes.map((change) => this.#row(sensor, change)),
        ['sensor', 'part', 'index'],
      );
      await this.audit.record(...changes.map((change) => this.#auditRecord(sensor, change, cause)));
      this.db.afterCommit(() => {
        for (const change of changes)
          this.#labels.set(keyOf(sensor, change.part, change.index), this.#merged(sensor, change));
        this.snapshots.touch();
      });
    });
  }

  /** Makes these the only labels. Joins the running unit of work. */
  async replace(labels: readonly SensorLabelEntity[]): Promise<void> {
    await this.db.transaction(async (entities) => {
      await entities.clear(SensorLabelEntity);
      if (labels.length > 0) await entities.insert(SensorLabelEntity, [...labels]);
      this.db.afterCommit(() => {
        this.#labels.clear();
        for (const label of labels) this.#apply(label);
        this.snapshots.touch();
      });
    });
  }

  #apply({ sensor, part, index, name, description }: SensorLabelEntity): void {
    this.#labels.set(keyOf(sensor, part, index), { name: name ?? undefined, description: description ?? undefined });
  }

  #row(sensor: string, change: LabelChange): SensorLabelEntity {
    const { name = null, description = null } = this.#merged(sensor, change);
    return { sensor, part: change.part, index: change.index, name, description };
  }

  #auditRecord(sensor: string, change: LabelChange, cause: Cause): AuditRecord {
    const { part, index } = change;
    const object = part === 'sensor' ? `sensor:${sensor}` : `sensor:${sensor}/${part}${index}`;
    return {
      kind: 'sensor.change',
      object,
      cause,
      before: this.get(sensor, part, index),
      after: this.#merged(sensor, change),
    };
  }

  #merged(sensor: string, { part, index, name, description }: LabelChange): Label {
    const before = this.get(sensor, part, index);
    return { name: name ?? before.name, description: description ?? before.description };
  }
}

const keyOf = (sensor: string, part: LabelledPart, index: number): string => `${sensor}/${part}/${index}`;
