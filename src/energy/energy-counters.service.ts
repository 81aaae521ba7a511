import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditLogService, type AuditRecord } from '../audit/audit-log.service.js';
import { AuditedTable } from '../audit/audited-table.js';
import { Db } from '../database/db.js';
import { storeRows } from '../database/rows.js';
import type { PowerReading } from '../hardware/snapshot.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import type { Cause } from '../common/cause.js';
import { Clock, type Millis } from '../common/clock.js';
import { FactoryResets } from '../common/factory-resets.js';
import { rounded, type KilowattHours } from '../common/units.js';
import { EnergyResetEntity } from './energy-reset.entity.js';

/** A part whose energy is metered: its id, and the meter's lifetime counter. */
type Metered = Pick<PowerReading, 'energy'> & { readonly id: string };

/** The time between two checks of the meters: one that reads less than at its reset in both, and has counted, is another one. */
const REPLACED_AFTER: Millis = 600_000;

/**
 * The resettable energy counters. The meters' own counters never stop; a reset only stores their values at that time.
 */
@Injectable()
export class EnergyCountersService extends AuditedTable<EnergyResetEntity> {
  readonly #logger = new Logger('Energy');
  #checkAt: Millis = 0;
  /** The meters that read less than at their reset at the last check, kWh. */
  #lower: ReadonlyMap<string, KilowattHours> = new Map();

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

  override async onModuleInit(): Promise<void> {
    await super.onModuleInit();
    this.snapshots.onTick('upkeep', ({ uptime }) => {
      if (uptime < this.#checkAt) return;
      this.#checkAt = uptime + REPLACED_AFTER;
      this.#check();
    });
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
    await this.db.transaction((entities) => this.#store(entities, resets, auditRecords));
    return resets.map(({ id }) => id);
  }

  async #store(
    entities: EntityManager,
    rows: readonly EnergyResetEntity[],
    auditRecords: readonly AuditRecord[],
  ): Promise<void> {
    const changes = rows.map((after) => ({ id: after.id, before: this.get(after.id), after }));
    await storeRows(entities, EnergyResetEntity, rows, 'id');
    await this.record(entities, changes, ...auditRecords);
  }

  /** Finds meters that were replaced. A single wrong reading is none: it is not there at the next check, or has not risen. */
  #check(): void {
    const before = this.#lower;
    this.#lower = new Map(this.metered.flatMap(({ id, energy }) => (this.#isLower(id, energy) ? [[id, energy]] : [])));
    const replaced = [...this.#lower].filter(([id, energy]) => energy > (before.get(id) ?? Infinity));
    if (replaced.length === 0) return;
    this.#countFromZero(replaced).catch((error: unknown) => {
      this.#logger.warn(`A replaced meter was not stored, and is at its next reading: ${String(error)}`);
    });
  }

  #isLower(id: string, energy: KilowattHours | undefined): energy is KilowattHours {
    const reset = this.get(id);
    return reset !== undefined && energy !== undefined && energy < reset.energy;
  }

  /** The new meter has never been reset: its count must not fall to zero when it reaches what the old one had at the reset. */
  async #countFromZero(replaced: readonly (readonly [id: string, energy: KilowattHours])[]): Promise<void> {
    await this.db.transaction(async (entities) => {
      const rows = replaced.flatMap(([id, energy]) => {
        const reset = this.get(id); // another one may have been stored meanwhile
        return reset && energy < reset.energy ? [{ ...reset, energy: 0 }] : [];
      });
      await this.#store(entities, rows, []);
    });
    this.#logger.log(`Replaced meters: ${replaced.map(([id]) => id).join(', ')}. Their energy counts from zero.`);
  }
}
