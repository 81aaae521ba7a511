import type { Amps, Watts } from '../../common/units.js';
import type { Snapshot } from '../../hardware/snapshot.js';
import type { SnapshotStore } from '../../hardware/snapshot.store.js';
import { sum } from './cells.js';

/** The greatest measured values since the agent has started. */
export class Peaks {
  readonly #currents: (Amps | undefined)[] = [];
  #power: Watts | undefined;

  constructor(snapshots: SnapshotStore) {
    snapshots.onTick('upkeep', (now) => this.#onTick(now));
    if (snapshots.hasSnapshot) this.#onTick(snapshots.current);
  }

  currentOf(inlet: number): Amps | undefined {
    return this.#currents[inlet];
  }

  /** The active power of the whole PDU. */
  get power(): Watts | undefined {
    return this.#power;
  }

  #onTick({ inlets }: Snapshot): void {
    inlets.forEach(({ current }, place) => {
      this.#currents[place] = greater(this.#currents[place], current);
    });
    const feeding = inlets.filter(({ active }) => active !== false);
    this.#power = greater(this.#power, sum(feeding.map(({ activePower }) => activePower)));
  }
}

const greater = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || (b !== undefined && b > a) ? b : a;
