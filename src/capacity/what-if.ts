import type { OnOff, PowerFactor, Watts } from '../common/units.js';
import { NO_POWER, reactiveFactor, sumOf, type Power } from '../hardware/power-math.js';
import type { LoadChange, Loads } from './loads.js';
import type { PowerNode, PowerTree } from './power-tree.js';

/** The power factor of a load of which nothing else is known: that of a supply with correction at half its load. */
export const TYPICAL_POWER_FACTOR: PowerFactor = 0.95;

/** A change of one outlet; of `watts` and `addWatts` at most one. */
export interface OutletChange {
  readonly outlet: PowerNode;
  /** The load afterwards. */
  readonly watts?: Watts | undefined;
  /** More load than now; negative: less. */
  readonly addWatts?: Watts | undefined;
  /** Power factor of `watts` or `addWatts`. */
  readonly powerFactor?: PowerFactor | undefined;
  readonly state?: OnOff | undefined;
}

/** State and device of the outlets, by position. */
export interface OutletFacts {
  /** False only where the relay is known to be off. */
  readonly isOn: (position: number) => boolean;
  /** Name that the outlets of one device share. */
  readonly feedOf: (position: number) => string | undefined;
  /** False for a transfer switch whose other inlet has no mains. */
  readonly standbyReady: boolean;
  /** The load that an outlet which is off had when it was on; undefined where nobody knows. */
  readonly usualOf: (outlet: PowerNode) => Power | undefined;
}

export interface Consequences extends LoadChange {
  /** Outlets whose load is not known and was left out of the sums. */
  readonly unknown: ReadonlySet<PowerNode>;
  /** Outlets that lose their power and whose device has no other feed. */
  readonly unpowered: readonly PowerNode[];
}

/** The power of so many watts. */
export const powerOfWatts = (active: Watts, powerFactor: PowerFactor): Power => ({
  active,
  reactive: (active * reactiveFactor(powerFactor)) / powerFactor,
});

/**
 * The loads that a change adds, takes away and moves: a device with several feeds draws its whole power from those that
 * are left when one is switched off or loses its inlet.
 */
export function consequencesOf(
  tree: PowerTree,
  now: Loads,
  changes: readonly OutletChange[],
  inletLost: number | undefined,
  { isOn, feedOf, usualOf, standbyReady }: OutletFacts,
): Consequences {
  const added = new Map<number, Power>();
  const replaced = new Map<number, Power>();
  const unknown = new Set<PowerNode>();
  const changed = new Map(changes.map((change) => [change.outlet.position, change]));
  const add = ({ position }: PowerNode, power: Power): void => {
    added.set(position, sumOf([added.get(position) ?? NO_POWER, power]));
  };
  const replace = (outlet: PowerNode, power: Power): void => {
    const before = now.outlets[outlet.position];
    if (!before) unknown.add(outlet);
    replaced.set(outlet.position, power);
    const { active, reactive } = before ?? NO_POWER;
    // A load that is not metered now is added on top, so that the sum is rather too high than too low.
    add(outlet, { active: power.active - active, reactive: power.reactive - reactive });
  };

  for (const change of changes) {
    const { outlet, watts, addWatts, state } = change;
    const before = now.outlets[outlet.position];
    const factor = change.powerFactor ?? factorOf(before) ?? TYPICAL_POWER_FACTOR;
    if (watts !== undefined) replace(outlet, powerOfWatts(watts, factor));
    else if (addWatts !== undefined) {
      const more = powerOfWatts(addWatts, factor);
      if (!before) unknown.add(outlet);
      else if (before.active + addWatts < 0) replace(outlet, NO_POWER);
      if (!before || before.active + addWatts >= 0) add(outlet, more);
    } else if (state === 'ON' && !isOn(outlet.position)) {
      const usual = usualOf(outlet);
      if (usual) replace(outlet, usual);
      else unknown.add(outlet);
    }
  }

  const isTransfer = tree.model.profile.inletConfig === 'ats';
  const isSwitchedOver = isTransfer && (inletLost !== now.activeInlet || standbyReady);
  const banksLost = inletLost === undefined || isSwitchedOver ? undefined : isTransfer ? 0 : inletLost;
  const isDead = ({ inlet }: PowerNode): boolean => inlet === banksLost;
  const wasOn = ({ position }: PowerNode): boolean => isOn(position) || hasLoad(changed.get(position));
  const isOff = ({ position }: PowerNode): boolean => changed.get(position)?.state === 'OFF';
  const byFeed = new Map<string, PowerNode[]>();
  for (const outlet of tree.outlets) {
    const feed = feedOf(outlet.position);
    if (feed !== undefined) byFeed.set(feed, [...(byFeed.get(feed) ?? []), outlet]);
  }
  const unpowered: PowerNode[] = [];
  for (const outlet of tree.outlets) {
    const { position } = outlet;
    if (!wasOn(outlet) || !(isDead(outlet) || isOff(outlet))) continue;
    const others = (byFeed.get(feedOf(position) ?? '') ?? []).filter(
      (other) => !isDead(other) && !isOff(other) && wasOn(other),
    );
    if (isDead(outlet) && others.length === 0) unpowered.push(outlet);
    const before = now.outlets[position];
    if (!before) unknown.add(outlet);
    const { active, reactive } = sumOf([before ?? NO_POWER, added.get(position) ?? NO_POWER]);
    const share = { active: active / others.length, reactive: reactive / others.length };
    for (const other of others) {
      if (!now.outlets[other.position]) unknown.add(other);
      add(other, share);
      const load = replaced.get(other.position);
      if (load) replaced.set(other.position, sumOf([load, share]));
    }
    replaced.set(position, NO_POWER);
    added.set(position, before ? { active: -before.active, reactive: -before.reactive } : NO_POWER);
  }
  return { added, replaced, inletLost, banksLost, unknown, unpowered };
}

const hasLoad = (change: OutletChange | undefined): boolean =>
  change !== undefined && (change.state === 'ON' || change.watts !== undefined || change.addWatts !== undefined);

/** The power factor of a load; undefined where there is none. */
function factorOf(power: Power | undefined): PowerFactor | undefined {
  if (!power || power.active <= 0) return undefined;
  return Math.max(0.05, power.active / Math.sqrt(power.active * power.active + power.reactive * power.reactive));
}
