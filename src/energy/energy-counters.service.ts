import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditLogService, type AuditRecord } from '../audit/audit-log.service.js';
import { Db } from '../database/db.js';
import type { PowerReading } from '../hardware/snapshot.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import type { Cause } from '../common/cause.js';
import { Clock, type Millis } from '../common/clock.js';
import { rounded, type KilowattHours } from '../common/units.js';
import { EnergyResetEntity } from './energy-reset.entity.js';

/** A part whose energy is metered: its id, and the meter's lifetime counter. */
type Metered = Pick<PowerReading, 'energy'> & { readonly id: string };

/**
 * The resettable energy counters. The meters' own counters never stop; a reset only stores their values at that time.
 */
@Injectable()
export class EnergyCountersService implements OnModuleInit {
  readonly #resets = new Map<string, Readonly<EnergyResetEntity>>();

  constructor(
    private readonly snapshots: SnapshotStore,
    private readonly db: Db,
    private readonly audit: AuditLogService,
    private readonly clock: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    for (const reset of await this.db.all(EnergyResetEntity)) this.#resets.set(reset.id, reset);
  }

  /** The reading with the energy since the last reset in place of the lifetime energy, kWh; unknown stays unknown. */
  sinceReset<T extends Metered>(reading: T): T {
    const reset = this.#resets.get(reading.id);
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
    const moments = [...this.#resets.values()].map(({ at }) => at);
    return moments.length === 0 ? undefined : Math.max(...moments);
  }

  /** Wall clock of the last reset of an object's counter; undefined without one. */
  resetAtOf(id: string): Millis | undefined {
    return this.#resets.get(id)?.at;
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

  /** Deletes all resets: every counter shows its meter's lifetime value. Joins the running transaction. */
  async deleteResets(): Promise<void> {
    await this.db.transaction(async (entities) => {
      await entities.clear(EnergyResetEntity);
      this.db.afterCommit(() => {
        this.#resets.clear();
        this.snapshots.touch();
      });
    });
  }

  async #reset(metered: readonly Metered[], auditRecords: readonly AuditRecord[]): Promise<string[]> {
    const at = this.clock.now();
    const resets = metered.flatMap(({ id, energy }) => (energy === undefined ? [] : [{ id, energy, at }]));
    if (resets.length === 0) return [];
    await this.db.transaction(async (entities) => {
      await entities.upsert(EnergyResetEntity, resets, ['id']);
      await this.audit.record(...auditRecords);
      this.db.afterCommit(() => this.#set(resets));
    });
    return resets.map(({ id }) => id);
  }

  #set(resets: readonly EnergyResetEntity[]): void {
    for (const reset of resets) this.#resets.set(reset.id, reset);
    this.snapshots.touch();
  }
}
