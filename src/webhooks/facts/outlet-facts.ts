import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../../audit/audit-log.service.js';
import type { OnOff } from '../../common/units.js';
import { PduDriver } from '../../hardware/pdu.driver.js';
import type { OutletModel } from '../../hardware/profiles/pdu-model.js';
import { RelayIntentStore } from '../../hardware/relays/relay-intent.store.js';
import type { Snapshot } from '../../hardware/snapshot.js';
import { SnapshotStore } from '../../hardware/snapshot.store.js';
import { PowerCycleStore } from '../../switching/power-cycle.store.js';
import { named, type Fact } from '../webhook-fact.js';

/** Makes facts of outlets that turn on and off as they are measured, and of their reboots. */
@Injectable()
export class OutletFacts {
  /** The newest snapshot with readings. */
  #last: Snapshot | undefined;
  /** The off time of each outlet that is being rebooted, s. */
  readonly #rebooting = new Map<string, number>();

  constructor(
    private readonly driver: PduDriver,
    private readonly snapshots: SnapshotStore,
    private readonly intents: RelayIntentStore,
    private readonly cycles: PowerCycleStore,
    private readonly audit: AuditLogService,
  ) {}

  /**
   * Calls back with each fact from now on.
   * @param isWanted asked in each poll cycle: nothing is compared for nobody
   */
  follow(isWanted: () => boolean, emit: (fact: Fact) => void): void {
    if (this.snapshots.hasSnapshot) this.#last = this.snapshots.current;
    this.snapshots.onTick('publish', (now) => {
      const facts = this.driver.model.hasOutlets && isWanted() ? this.#changes(now) : undefined;
      if (now.fresh) this.#last = now;
      facts?.forEach(emit);
    });
  }

  #changes(now: Snapshot): Fact[] {
    const before = this.#last;
    const areReboots = this.cycles.size + this.#rebooting.size > 0;
    return this.driver.model.outlets.flatMap((outlet) => {
      const reboot = areReboots ? this.#reboot(outlet, now) : undefined;
      const [was, is] = [before, now].map((snapshot) => snapshot?.outlets[outlet.position]?.state);
      const isSwitched = now.fresh && was !== undefined && is !== undefined && was !== is;
      return [...(reboot ? [reboot] : []), ...(isSwitched ? [this.#switched(outlet, was, is, now)] : [])];
    });
  }

  #reboot(outlet: OutletModel, { takenAt: at }: Snapshot): Fact | undefined {
    const { id } = outlet;
    const cycle = this.cycles.get(id);
    const running = cycle?.kind === 'reboot' ? cycle.wait / 1000 : undefined;
    const offSeconds = running ?? this.#rebooting.get(id);
    if ((running === undefined) === !this.#rebooting.has(id)) return undefined;
    if (running === undefined) this.#rebooting.delete(id);
    else this.#rebooting.set(id, running);
    const data = { ...this.#part(outlet), offSeconds };
    const type = running === undefined ? 'outlet.rebootEnded' : 'outlet.rebootStarted';
    return { type, at, needs: [`outlet:${id}`], data: () => data };
  }

  #switched(outlet: OutletModel, before: OnOff, state: OnOff, { takenAt: at }: Snapshot): Fact {
    const command = this.intents.lastCommand(outlet.id);
    // A relay that moves against the last command was moved by nobody here: by a button, or by itself.
    const { via, who } = command?.state === state ? command : { via: 'hardware', who: undefined };
    const { id, ...name } = this.#part(outlet);
    return {
      type: 'outlet.switched',
      at,
      needs: [`outlet:${id}`],
      data: (may) => ({
        ...{ id, index: outlet.index, ...name, state, before },
        cause: { via, ...(who !== undefined && may('log') && { who }) },
        time: new Date(at).toISOString(),
      }),
    };
  }

  #part({ id }: OutletModel): { readonly id: string; readonly name?: string } {
    return { id, ...named(this.audit.nameOf(`outlet:${id}`)) };
  }
}
