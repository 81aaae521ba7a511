import { Injectable } from '@nestjs/common';
import { AuditLogService, type AuditRecord } from '../audit/audit-log.service.js';
import { AuditedTable } from '../audit/audited-table.js';
import { Db } from '../database/db.js';
import type { PowerReading } from '../hardware/snapshot.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import type { Cause } from '../common/cause.js';
import { Clock, type Millis } from '../common/clock.js';
import { FactoryResets } from '../common/factory-resets.js';
import { rounded, type KilowattHours } from '../common/units.js';
import { EnergyResetEntity } from './energy-reset.entity.js';

/** A part whose energy is metered: its id, and the meter's lifetime counter. */
type Metered = Pick<PowerReading, 'energy'> & { readonly id: string };

/**
 * The resettable energy counters. The meters' own counters never stop; a reset only stores their values at that time.
 */
@Injectable()
export class EnergyCountersService extends AuditedTable<EnergyResetEntity> {
  constructor(
    private readonly snapshots: SnapshotStore,
    db: Db,
    audit: AuditLogService,
    private readonly clock: Clock,
    resets: FactoryResets,
  ) {
    super(db, audit, EnergyResetEntity);
    this.onChange(() => snapshots.touch());
    // A factory reset deletes the resets; the meters themselves count on.
    resets.add('energy', { tables: [EnergyResetEntity], reset: () => this.replaceAll([]) });
  }

  /** The reading with the energy since the last reset in place of the lifetime energy, kWh; unknown stays unknown. */
  sinceReset<T extends Metered>(reading: T): T {
    const reset = this.get(reading.id);
    // A value below that of the reset is from another meter, which has never been reset.
    if (reset === undefined || reading.energy === undefined || reading.energy < reset.energy) return reading;
    return { ...reading, energy: reading.energy - reset.energy };
  }

  /** The energy since the last reset, kWh. */
  energyOf(reading: Metered): KilowattHours | undefined {
    return this.sinceReset(reading).energy;
  }

  /** Wall clock of the latest reset of any counter; undefined without one. */
  get lastReset(): Millis | undefined {
    const moments = this.all().map(({ at }) => at);
    return moments.length === 0 ? undefined : Math.max(...moments);
  }

  /** Wall clock of the last reset of an object's counter; undefined without one. */
  resetAtOf(id: string): Millis | undefined {
    return this.get(id)?.at;
  }

  /** The present values of the meters' own counters. */
  get metered(): readonly Metered[] {
    const { inlets, banks, outlets } = this.snapshots.current;
    return [...inlets, ...banks, ...outlets];
  }

  /** Resets every counter whose meter has a value now; the others continue. Returns the number of reset counters. */
  async reset(cause: Cause): Promise<number> {
    const { inlets, banks } = this.snapshots.current;
    const before = Object.fromEntries([...inlets, ...banks].map((each) => [each.id, rounded(this.energyOf(each))]));
    const auditRecord = { kind: 'energy.reset', object: 'energy:all', cause, before };
    return (await this.#reset(this.metered, [auditRecord])).length;
  }

  /** Resets the counters of some objects. Returns the ids of those that were reset. */
  async resetSome(ids: ReadonlySet<string>, cause: Cause): Promise<string[]> {
    const some = this.metered.filter(({ id, energy }) => ids.has(id) && energy !== undefined);
    return this.#reset(
      some,
      some.map((each) => {
        const before = { energy: rounded(this.energyOf(each)) };
        return { kind: 'energy.reset', object: `energy:${each.id}`, cause, before };
      }),
    );
  }

  async #reset(metered: readonly Metered[], auditRecords: readonly AuditRecord[]): Promise<string[]> {
    const at = this.clock.now();
    const resets = metered.flatMap(({ id, energy }) => (energy === undefined ? [] : [{ id, energy, at }]));
    if (resets.length === 0) return [];
    await this.db.transaction(async (entities) => {
      await entities.upsert(EnergyResetEntity, resets, ['id']);
      const changes = resets.map((after) => ({ id: after.id, before: this.get(after.id), after }));
      await this.record(entities, changes, ...auditRecords);
    });
    return resets.map(({ id }) => id);
  }
}
