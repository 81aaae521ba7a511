import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditLog, type Deed } from '../audit/audit-log.service.js';
import { Db } from '../database/db.js';
import type { PowerReading } from '../hardware/snapshot.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import type { Cause } from '../kernel/cause.js';
import { Clock, type Millis } from '../kernel/clock.js';
import { rounded, type KilowattHours } from '../kernel/units.js';
import { EnergyReset } from './energy-reset.entity.js';

/** A thing whose energy is metered: its id, and the meter's lifetime counter. */
type Metered = Pick<PowerReading, 'energy'> & { readonly id: string };

/** The energy counters that can be reset. The meters' own counters go on for ever; a reset only remembers where they stood. */
@Injectable()
export class EnergyCounters implements OnModuleInit {
  readonly #resets = new Map<string, Readonly<EnergyReset>>();

  constructor(
    private readonly snapshots: SnapshotStore,
    private readonly db: Db,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    for (const reset of await this.db.all(EnergyReset)) this.#resets.set(reset.id, reset);
  }

  /** The reading with the energy since the last reset in place of the lifetime energy, kWh; unknown stays unknown. */
  sinceReset<T extends Metered>(reading: T): T {
    const reset = this.#resets.get(reading.id);
    // Less than at the reset: it is another meter, which has never been reset.
    if (reset === undefined || reading.energy === undefined || reading.energy < reset.energy) return reading;
    return { ...reading, energy: reading.energy - reset.energy };
  }

  /** The energy since the last reset, kWh. */
  energyOf(reading: Metered): KilowattHours | undefined {
    return this.sinceReset(reading).energy;
  }

  /** When counters were last reset, wall clock; undefined when never. */
  get lastReset(): Millis | undefined {
    const moments = [...this.#resets.values()].map(({ at }) => at);
    return moments.length === 0 ? undefined : Math.max(...moments);
  }

  /** When the counter of a thing was last reset, wall clock; undefined when never. */
  resetAtOf(id: string): Millis | undefined {
    return this.#resets.get(id)?.at;
  }

  /** The meters' own counters as they are now. */
  get metered(): readonly Metered[] {
    const { inlets, banks, outlets } = this.snapshots.current;
    return [...inlets, ...banks, ...outlets];
  }

  /** Lets every counter begin anew from what its meter shows now; those that show nothing now go on. Answers how many. */
  async reset(cause: Cause): Promise<number> {
    const { inlets, banks } = this.snapshots.current;
    const before = Object.fromEntries([...inlets, ...banks].map((each) => [each.id, rounded(this.energyOf(each))]));
    const deed = { kind: 'energy.reset', object: 'energy:all', cause, before };
    return (await this.#reset(this.metered, [deed])).length;
  }

  /** The same for the counters of some things. Answers the ids of those that begin anew. */
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

  /** Every counter counts since its meter was new. Joins the running unit of work. */
  async forgetResets(): Promise<void> {
    await this.db.write(async (entities) => {
      await entities.clear(EnergyReset);
      this.db.afterCommit(() => {
        this.#resets.clear();
        this.snapshots.touch();
      });
    });
  }

  async #reset(metered: readonly Metered[], deeds: readonly Deed[]): Promise<string[]> {
    const at = this.clock.now();
    const resets = metered.flatMap(({ id, energy }) => (energy === undefined ? [] : [{ id, energy, at }]));
    if (resets.length === 0) return [];
    await this.db.write(async (entities) => {
      await entities.upsert(EnergyReset, resets, ['id']);
      await this.audit.record(...deeds);
      this.db.afterCommit(() => this.#take(resets));
    });
    return resets.map(({ id }) => id);
  }

  #take(resets: readonly EnergyReset[]): void {
    for (const reset of resets) this.#resets.set(reset.id, reset);
    this.snapshots.touch();
  }
}
