import type { Amps, Volts, Watts } from '../common/units.js';
import { apparentPower, NO_POWER, powerOf, sumOf, type Power } from '../hardware/power-math.js';
import type { PowerReading, Readings } from '../hardware/snapshot.js';
import { currentsOfLines, voltageToNeutral } from '../hardware/supply-lines.js';
import type { PowerNode, PowerTree } from './power-tree.js';

/** Below this a circuit is dead; meters on an open line show a few volts too. */
const DEAD: Volts = 30;

/** Currents and powers of the nodes of a tree; an unknown one is absent. */
export interface Loads {
  /** Current of each node; of a three-phase inlet the highest of its lines. */
  readonly amps: ReadonlyMap<PowerNode, Amps>;
  readonly watts: ReadonlyMap<PowerNode, Watts>;
  /** Voltage across the load of a node; of a line and a three-phase inlet that to neutral. Nominal where it is dead. */
  readonly volts: ReadonlyMap<PowerNode, Volts>;
  /** By position. */
  readonly outlets: readonly (Power | undefined)[];
  /** By position. */
  readonly banks: readonly (Power | undefined)[];
  /** Position of the inlet that a transfer switch has chosen; 0 without one. */
  readonly activeInlet: number;
  /** Banks without voltage: the inlet is dead or the breaker has tripped. */
  readonly deadBanks: ReadonlySet<PowerNode>;
}

/** The loads of now. Where a node is not metered it has the sum of what it feeds, if all of that is known. */
export function loadsOf(tree: PowerTree, readings: Readings): Loads {
  const amps = new Map<PowerNode, Amps>();
  const watts = new Map<PowerNode, Watts>();
  const volts = new Map<PowerNode, Volts>();
  const deadBanks = new Set<PowerNode>();
  const put = <T>(values: Map<PowerNode, T>, node: PowerNode, value: T | undefined): void => {
    if (value !== undefined) values.set(node, value);
  };
  const voltageOf = (node: PowerNode, measured: Volts | undefined): Volts => {
    const voltage = measured !== undefined && measured >= DEAD ? measured : node.nominalVoltage;
    volts.set(node, voltage);
    return voltage;
  };

  const outlets = tree.outlets.map((node) => {
    const reading = readings.outlets[node.position];
    const bank = readings.banks[node.parents[0]?.position ?? -1];
    const voltage = voltageOf(node, bank?.voltage ?? reading?.voltage);
    const isOff = reading?.state === 'OFF' && reading.current === undefined;
    const power = isOff ? NO_POWER : reading && measuredPower(reading, voltage);
    put(amps, node, reading?.current ?? (power && apparentPower(power) / voltage));
    put(watts, node, reading?.activePower ?? power?.active);
    return power;
  });
  const fedBy = new Map<PowerNode, (Power | undefined)[]>();
  tree.outlets.forEach(({ parents, position }) => {
    for (const bank of parents) {
      const fed = fedBy.get(bank);
      if (fed) fed.push(outlets[position]);
      else fedBy.set(bank, [outlets[position]]);
    }
  });
  const banks = tree.banks.map((node) => {
    const reading = readings.banks[node.position];
    const voltage = voltageOf(node, reading?.voltage);
    if (reading?.breakerClosed === false || (reading?.voltage ?? DEAD) < DEAD) deadBanks.add(node);
    const power = (reading && measuredPower(reading, voltage)) ?? knownSum(fedBy.get(node) ?? [undefined]);
    put(amps, node, reading?.current ?? (power && apparentPower(power) / voltage));
    put(watts, node, reading?.activePower ?? power?.active);
    return power;
  });

  const isTransfer = tree.model.profile.inletConfig === 'ats';
  const activeInlet = isTransfer
    ? Math.max(
        0,
        readings.inlets.findIndex(({ active }) => active === true),
      )
    : 0;
  for (const node of tree.inlets) {
    const reading = readings.inlets[node.position];
    const lines = tree.lines[node.position] ?? [];
    const voltage = voltageOf(node, inNeutral(tree, reading?.voltage));
    for (const line of lines) voltageOf(line, inNeutral(tree, reading?.lines[line.position]?.voltage));
    const fed = banksOn(tree, node.position, activeInlet);
    const known = knownSum(fed.map(({ position }) => banks[position]));
    put(watts, node, reading?.activePower ?? (isStandby(tree, node, activeInlet) ? undefined : known?.active));
    if (isStandby(tree, node, activeInlet)) continue;
    const solved = known && currentsOn(tree, node, voltage, fed, banks);
    if (lines.length === 0) {
      put(amps, node, reading?.lines[0]?.current ?? reading?.current ?? solved?.[0]);
      continue;
    }
    const currents = lines.map(({ position }) => reading?.lines[position]?.current ?? solved?.[position]);
    lines.forEach((line, place) => put(amps, line, currents[place]));
    put(amps, node, highest(currents));
  }
  return { amps, watts, volts, outlets, banks, activeInlet, deadBanks };
}

/** A change: power that outlets draw more or less than now, and an inlet that is lost. */
export interface LoadChange {
  /** By position; absent: nothing. */
  readonly added: ReadonlyMap<number, Power>;
  /** Outlets whose load is known afterwards whatever it is now, by position. */
  readonly replaced: ReadonlyMap<number, Power>;
  /** Position of an inlet without mains. */
  readonly inletLost?: number | undefined;
  /** Position of the inlet whose banks lose their power. */
  readonly banksLost?: number | undefined;
}

/**
 * The loads after a change. Loads keep their power at the voltage of now. A measured current changes by the difference of
 * what is calculated for then and for now, so that nothing changes where nothing is changed.
 */
export function loadsAfter(tree: PowerTree, now: Loads, { added, replaced, inletLost, banksLost }: LoadChange): Loads {
  const amps = new Map(now.amps);
  const watts = new Map(now.watts);
  const isTransfer = tree.model.profile.inletConfig === 'ats';
  const activeInlet = isTransfer && inletLost === now.activeInlet ? 1 - now.activeInlet : now.activeInlet;
  const isLost = (node: PowerNode): boolean => node.inlet === banksLost;
  const clear = (node: PowerNode): void => {
    amps.set(node, 0);
    watts.set(node, 0);
  };

  const outlets = [...now.outlets];
  for (const node of tree.outlets) {
    const { position } = node;
    const change = added.get(position);
    const known = isLost(node) ? NO_POWER : replaced.get(position);
    const before = now.outlets[position];
    const power = known ?? (change && before ? sumOf([before, change]) : before);
    if (power === before || !power) continue;
    outlets[position] = power;
    amps.set(node, apparentPower(power) / (now.volts.get(node) ?? node.nominalVoltage));
    watts.set(node, power.active);
  }

  const addedTo = new Map<PowerNode, Power>();
  for (const { position, parents } of tree.outlets) {
    const change = added.get(position);
    if (change) for (const bank of parents) addedTo.set(bank, sumOf([addedTo.get(bank) ?? NO_POWER, change]));
  }
  const banks = [...now.banks];
  const deadBanks = new Set(now.deadBanks);
  // Additional load of a bank whose load is unknown counts in full, as if it were all of it.
  const calculated = now.banks.map((power) => power ?? NO_POWER);
  const calculatedNow = [...calculated];
  for (const node of tree.banks) {
    const { position } = node;
    const before = now.banks[position];
    const change = addedTo.get(node);
    if (isLost(node)) {
      banks[position] = calculated[position] = NO_POWER;
      deadBanks.add(node);
      clear(node);
    } else if (change) {
      const power = sumOf([before ?? NO_POWER, change]);
      calculated[position] = power;
      if (!before) continue;
      banks[position] = power;
      shift(amps, node, (apparentPower(power) - apparentPower(before)) / (now.volts.get(node) ?? node.nominalVoltage));
      shift(watts, node, change.active);
    }
  }

  for (const node of tree.inlets) {
    const lines = tree.lines[node.position] ?? [];
    if (node.position === inletLost) {
      [node, ...lines].forEach(clear);
      continue;
    }
    if (isStandby(tree, node, activeInlet)) continue;
    const source = tree.inlets[isTransfer ? now.activeInlet : node.position] ?? node;
    const sourceLines = tree.lines[source.position] ?? [];
    const fed = banksOn(tree, node.position, activeInlet);
    const voltage = now.volts.get(node) ?? node.nominalVoltage;
    const before = currentsOn(tree, node, voltage, fed, calculatedNow);
    const after = currentsOn(tree, node, voltage, fed, calculated);
    const difference = (place: number): Amps => (after[place] ?? 0) - (before[place] ?? 0);
    const activeOf = (powers: readonly Power[]): Watts =>
      fed.reduce((sum, { position }) => sum + (powers[position]?.active ?? 0), 0);
    const change = activeOf(calculated) - activeOf(calculatedNow);
    carry(watts, node, now.watts.get(source), change);
    if (lines.length === 0) carry(amps, node, now.amps.get(source), difference(0));
    else {
      lines.forEach((line, place) => carry(amps, line, now.amps.get(sourceLines[place] ?? line), difference(place)));
      const most = highest(lines.map((line) => amps.get(line)));
      if (most !== undefined) amps.set(node, most);
    }
  }
  return { amps, watts, volts: now.volts, outlets, banks, activeInlet, deadBanks };
}

/** The lowest and highest line of a three-phase inlet, apart by so much of their mean, in percent; 0 at no load. */
export function imbalanceOf(currents: readonly (Amps | undefined)[]): number | undefined {
  const known = currents.filter((current) => current !== undefined);
  if (known.length < 3 || known.length < currents.length) return undefined;
  const mean = known.reduce((sum, current) => sum + current, 0) / known.length;
  return mean > 0 ? ((Math.max(...known) - Math.min(...known)) / mean) * 100 : 0;
}

/** True for the inlet that a transfer switch holds ready. */
export const isStandby = (tree: PowerTree, { inlet }: PowerNode, activeInlet: number): boolean =>
  tree.model.profile.inletConfig === 'ats' && inlet !== activeInlet;

/** The banks that an inlet feeds. */
const banksOn = (tree: PowerTree, inlet: number, activeInlet: number): readonly PowerNode[] =>
  tree.model.profile.inletConfig === 'ats'
    ? inlet === activeInlet
      ? tree.banks
      : []
    : tree.banks.filter((bank) => bank.inlet === inlet);

/** The calculated currents of an inlet's lines; a bank of unknown load counts as none. */
function currentsOn(
  tree: PowerTree,
  { position }: PowerNode,
  toNeutral: Volts,
  fed: readonly PowerNode[],
  banks: readonly (Power | undefined)[],
): readonly Amps[] {
  const loads = fed.map((bank) => ({
    lines: tree.model.banks[bank.position]?.lines ?? [],
    power: banks[bank.position] ?? NO_POWER,
  }));
  const isDelta = tree.model.profile.phase === 'Three Phase Delta';
  return currentsOfLines(tree.model, isDelta ? toNeutral * Math.sqrt(3) : toNeutral, loads).slice(
    0,
    tree.model.inlets[position]?.lines.length,
  );
}

const inNeutral = (tree: PowerTree, voltage: Volts | undefined): Volts | undefined =>
  voltage === undefined ? undefined : voltageToNeutral(tree.model, voltage);

/** Active and reactive power of a reading; undefined if neither power nor current is known. */
function measuredPower(reading: PowerReading, voltage: Volts): Power | undefined {
  const { current, activePower, reactivePower, powerFactor } = reading;
  if (activePower === undefined) return current === undefined ? undefined : powerOf(voltage, current, powerFactor ?? 1);
  if (reactivePower !== undefined) return { active: activePower, reactive: reactivePower };
  const apparent = reading.apparentPower ?? (current === undefined ? undefined : current * voltage);
  const factor = Math.max(0.05, powerFactor ?? 1);
  const square = (apparent ?? activePower / factor) ** 2 - activePower * activePower;
  return { active: activePower, reactive: Math.sqrt(Math.max(0, square)) };
}

/** The sum, unless a part is unknown. */
const knownSum = (powers: readonly (Power | undefined)[]): Power | undefined => {
  const known = powers.filter((power) => power !== undefined);
  return known.length < powers.length ? undefined : sumOf(known);
};

const highest = (values: readonly (number | undefined)[]): number | undefined => {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
};

function shift(values: Map<PowerNode, number>, node: PowerNode, change: number): void {
  carry(values, node, values.get(node), change);
}

/** Sets a value that may be unknown; currents and loads are never below zero. */
function carry(values: Map<PowerNode, number>, node: PowerNode, before: number | undefined, change: number): void {
  if (before !== undefined) values.set(node, change === 0 ? before : Math.max(0, before + change));
}
