import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import { Db } from '../database/db.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { RelayOutputModel } from '../hardware/profiles/pdu-model.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import type { Cause } from '../common/cause.js';
import { differenceOf } from '../common/objects.js';
import { ApiError } from '../common/errors.js';
import { RelayOutputEntity } from './relay-output.entity.js';

/** Members of a relay output that a user can set. */
export type RelayOutputChange = Partial<Omit<RelayOutputEntity, 'id'>>;

/** What users have set for the relay outputs, all of it in memory. */
@Injectable()
export class RelayOutputStore implements OnModuleInit {
  /** By the relay output's position. */
  readonly #rows: Readonly<RelayOutputEntity>[];

  constructor(
    private readonly driver: PduDriver,
    private readonly snapshots: SnapshotStore,
    private readonly db: Db,
    private readonly audit: AuditLogService,
  ) {
    this.#rows = driver.model.relayOutputs.map(defaultsOf);
  }

  async onModuleInit(): Promise<void> {
    for (const row of await this.db.all(RelayOutputEntity)) {
      const relay = this.driver.model.relayOutputs.find(({ id }) => id === row.id);
      if (relay) this.#rows[relay.position] = row;
    }
  }

  get(relay: RelayOutputModel): Readonly<RelayOutputEntity> {
    return this.#rows[relay.position] ?? defaultsOf(relay);
  }

  /** By name, without regard to case. */
  idOf(name: string): string | undefined {
    return this.#rows.find((row) => row.name.toLowerCase() === name.toLowerCase())?.id;
  }

  /** Refuses a name that another relay output has: RELAY_NAME_TAKEN. */
  assertNameFree(name: string, relay: RelayOutputModel): void {
    const owner = this.idOf(name);
    if (owner !== undefined && owner !== relay.id) throw new ApiError('RELAY_NAME_TAKEN', name);
  }

  /** Stores a change; members that are equal already are not recorded. Callers come one after another. */
  async change(relay: RelayOutputModel, change: RelayOutputChange, cause: Cause): Promise<void> {
    // A command brings no change of the settings, and must not wait for a storage that is full.
    if (!differenceOf(this.get(relay), { ...this.get(relay), ...change })) return;
    await this.db.transaction(async (entities) => {
      const before = this.get(relay);
      const after: RelayOutputEntity = { ...before, ...change };
      const difference = differenceOf(before, after);
      if (!difference) return;
      await entities.upsert(RelayOutputEntity, after, ['id']);
      await this.audit.record({ kind: 'relayOutput.update', object: `relayOutput:${relay.id}`, cause, ...difference });
      this.db.afterCommit(() => this.#apply([after]));
    });
  }

  /** Makes these the only ones that differ from the defaults. Joins the running unit of work. */
  async replaceAll(rows: readonly Readonly<RelayOutputEntity>[]): Promise<void> {
    await this.db.transaction(async (entities) => {
      await entities.clear(RelayOutputEntity);
      if (rows.length > 0) await entities.insert(RelayOutputEntity, [...rows]);
      this.db.afterCommit(() => this.#apply([...this.defaults(), ...rows]));
    });
  }

  /** What each has unless somebody says otherwise, in the model's order. */
  defaults(): RelayOutputEntity[] {
    return this.driver.model.relayOutputs.map(defaultsOf);
  }

  #apply(rows: readonly Readonly<RelayOutputEntity>[]): void {
    for (const row of rows) {
      const relay = this.driver.model.relayOutputs.find(({ id }) => id === row.id);
      if (relay) this.#rows[relay.position] = row;
    }
    this.snapshots.touch();
  }
}

const defaultsOf = ({ id, index }: RelayOutputModel): RelayOutputEntity => ({
  id,
  name: `Relay ${index}`,
  customRebootTimeEnabled: false,
  customRebootTime: 5,
});
