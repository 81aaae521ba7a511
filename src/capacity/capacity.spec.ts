import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { powerOf, type Power } from '../hardware/power-math.js';
import { BUILT_IN_PROFILES } from '../hardware/profiles/index.js';
import { PduModel } from '../hardware/profiles/pdu-model.js';
import type { LineName, ModelProfile } from '../hardware/profiles/profile.js';
import { profileProblems } from '../hardware/profiles/profile-rules.js';
import { THREE_PHASE_36 } from '../hardware/profiles/three-phase-36.js';
import { emptyReadings, type Readings } from '../hardware/snapshot.js';
import { headroomOf, overloadsOf, reckonedAfter, reckonedNow } from './headroom.js';
import { imbalanceOf, loadsAfter, loadsOf, type Loads } from './loads.js';
import { placesFor } from './placement.js';
import { deratingOf, PowerTree, type PowerNode } from './power-tree.js';
import { percentileOf } from './capacity-statistics.js';
import { receptacleRating } from '../hardware/profiles/receptacle-rating.js';
import { consequencesOf, type OutletChange, type OutletFacts } from './what-if.js';

/** The three-phase model with its banks between the lines of a delta. */
const DELTA: ModelProfile = {
  ...THREE_PHASE_36,
  model: 'delta-36',
  phase: 'Three Phase Delta',
  inlets: [{ ...THREE_PHASE_36.inlets[0], plug: 'NEMA L15-30P', nominalVoltage: 208, lineConfiguration: 'L-L' }],
};
/** A wye whose banks are between a line and neutral. */
const TO_NEUTRAL: ModelProfile = {
  ...THREE_PHASE_36,
  model: 'wye-to-neutral-36',
  banks: THREE_PHASE_36.banks.map((bank, place) => ({ ...bank, lines: [['L1'], ['L2'], ['L3']][place] as LineName[] })),
};
const PROFILES: readonly ModelProfile[] = [...BUILT_IN_PROFILES, DELTA, TO_NEUTRAL];
const NAMED = PROFILES.map((profile) => [profile.model, profile] as const);

interface OutletLoad {
  readonly amps: number;
  readonly powerFactor: number;
  readonly isOn: boolean;
}

/** Readings of meters without errors with these loads, at the tree's own voltages. */
function readingsOf(tree: PowerTree, loads: readonly OutletLoad[]): Readings {
  const { model } = tree;
  const empty = emptyReadings(model);
  const powers = tree.outlets.map(({ nominalVoltage }, place): Power => {
    const { amps = 0, powerFactor = 1, isOn = false } = loads[place % loads.length] ?? {};
    return powerOf(nominalVoltage, isOn ? amps : 0, powerFactor);
  });
  const reading = (power: Power, volts: number) => ({
    voltage: volts,
    activePower: power.active,
    reactivePower: power.reactive,
    current: Math.hypot(power.active, power.reactive) / volts,
  });
  const outlets = empty.outlets.map((outlet, place) => {
    const load = loads[place % loads.length];
    const node = tree.outlets[place];
    if (!node) return outlet;
    const { voltage, activePower, current } = reading(powers[place] ?? { active: 0, reactive: 0 }, node.nominalVoltage);
    return { ...outlet, voltage, activePower, current, state: load?.isOn ? ('ON' as const) : ('OFF' as const) };
  });
  const banks = empty.banks.map((bank, place) => {
    const node = tree.banks[place];
    const own = tree.outlets.filter(({ parents }) => parents[0] === node).map(({ position }) => powers[position]);
    const sum = own.reduce<Power>(
      (all, power) => ({ active: all.active + (power?.active ?? 0), reactive: all.reactive + (power?.reactive ?? 0) }),
      { active: 0, reactive: 0 },
    );
    return { ...bank, ...reading(sum, node?.nominalVoltage ?? 1), breakerClosed: true };
  });
  const inlets = empty.inlets.map((inlet, place) => {
    if (model.profile.inletConfig !== 'ats') return inlet;
    return { ...inlet, active: place === 0, ready: true };
  });
  return { ...empty, inlets, banks, outlets };
}

const load = fc.record({
  amps: fc.double({ min: 0, max: 12, noNaN: true }),
  powerFactor: fc.double({ min: 0.5, max: 1, noNaN: true }),
  isOn: fc.boolean(),
});
const someLoads = fc.array(load, { minLength: 1, maxLength: 36 });
const anyProfile = fc.constantFrom(...PROFILES);

const treeOf = (profile: ModelProfile): PowerTree => {
  const model = new PduModel(profile);
  return new PowerTree(model, deratingOf(model, 0));
};
const noStatistics = (): undefined => undefined;
const factsOf = (readings: Readings, feeds: readonly (string | undefined)[] = []): OutletFacts => ({
  isOn: (position) => readings.outlets[position]?.state !== 'OFF',
  feedOf: (position) => feeds[position],
  usualOf: noStatistics,
  standbyReady: true,
});
const ampsOf = ({ amps }: Loads, node: PowerNode | undefined): number => (node && amps.get(node)) ?? NaN;

/** Line currents by complex numbers written out, independently of the product: I = conj(S / U). */
function byComplexNumbers(tree: PowerTree, { banks }: Loads): number[] {
  const angle = { L1: 0, L2: (-2 * Math.PI) / 3, L3: (2 * Math.PI) / 3 };
  const toNeutral = tree.inlets[0]?.nominalVoltage ?? 0;
  const sums: Record<LineName, [number, number]> = { L1: [0, 0], L2: [0, 0], L3: [0, 0] };
  tree.model.banks.forEach(({ lines, position }) => {
    const { active = 0, reactive = 0 } = banks[position] ?? {};
    const [from = 'L1', to] = lines;
    const end = to === undefined ? [0, 0] : [Math.cos(angle[to]), Math.sin(angle[to])];
    const re = toNeutral * (Math.cos(angle[from]) - (end[0] ?? 0));
    const im = toNeutral * (Math.sin(angle[from]) - (end[1] ?? 0));
    const size = re * re + im * im;
    // S / U = S · conj(U) / |U|², and its conjugate is the current
    const current = [(active * re + reactive * im) / size, -(reactive * re - active * im) / size];
    sums[from] = [sums[from][0] + (current[0] ?? 0), sums[from][1] + (current[1] ?? 0)];
    if (to !== undefined) sums[to] = [sums[to][0] - (current[0] ?? 0), sums[to][1] - (current[1] ?? 0)];
  });
  return (['L1', 'L2', 'L3'] as const).map((line) => Math.hypot(...sums[line]));
}

describe('the profiles of these tests', () => {
  it.each(NAMED)('%s is one', (_, profile) => expect(profileProblems(profile)).toEqual([]));
});

describe('the currents of a delta', () => {
  it('of 8 A between L1 and L2 and 8 A between L2 and L3 are 8, 13.9 and 8 A', () => {
    const tree = treeOf(DELTA);
    const readings = readingsOf(tree, [{ amps: 0, powerFactor: 1, isOn: true }]);
    const outlets = readings.outlets.map((outlet, place) =>
      place === 0 || place === 12 ? { ...outlet, current: 8, activePower: 8 * 208 } : outlet,
    );
    const banks = readings.banks.map((bank, place) =>
      place < 2 ? { ...bank, current: 8, activePower: 8 * 208, reactivePower: 0 } : bank,
    );
    const loads = loadsOf(tree, { ...readings, outlets, banks });
    const lines = (tree.lines[0] ?? []).map((line) => ampsOf(loads, line));
    expect(lines.map((amps) => Math.round(amps * 10) / 10)).toEqual([8, 13.9, 8]);
    expect(ampsOf(loads, tree.inlets[0])).toBe(lines[1]);
    expect(imbalanceOf(lines)).toBeCloseTo(((13.856 - 8) / ((8 + 13.856 + 8) / 3)) * 100, 1);
  });
});

describe.each(
  PROFILES.filter(({ phase }) => phase !== 'Single Phase').map((profile) => [profile.model, profile] as const),
)('the lines of %s', (_, profile) => {
  it('carry the sums of complex numbers', () => {
    const tree = treeOf(profile);
    fc.assert(
      fc.property(someLoads, (given) => {
        const loads = loadsOf(tree, readingsOf(tree, given));
        const lines = (tree.lines[0] ?? []).map((line) => ampsOf(loads, line));
        byComplexNumbers(tree, loads).forEach((amps, place) => expect(lines[place]).toBeCloseTo(amps, 6));
      }),
      { numRuns: 50 },
    );
  });
});

describe.each(NAMED)('the tree of %s', (_, profile) => {
  const tree = treeOf(profile);

  it('has the sum of its parts at each node: power exactly, current at most', () => {
    fc.assert(
      fc.property(someLoads, (given) => {
        const loads = loadsOf(tree, readingsOf(tree, given));
        const sum = (nodes: readonly PowerNode[]): number =>
          nodes.reduce((all, node) => all + (loads.watts.get(node) ?? 0), 0);
        for (const bank of tree.banks) {
          if (tree.outlets.length === 0) continue;
          const own = tree.outlets.filter(({ parents }) => parents[0] === bank);
          expect(loads.watts.get(bank)).toBeCloseTo(sum(own), 6);
          const amps = own.reduce((all, node) => all + ampsOf(loads, node), 0);
          expect(ampsOf(loads, bank)).toBeLessThanOrEqual(amps + 1e-6);
        }
        const fed = tree.inlets.filter((inlet) => loads.watts.has(inlet));
        expect(sum(fed)).toBeCloseTo(sum(tree.banks), 6);
      }),
      { numRuns: 40 },
    );
  });

  it('is the same as now after a change of nothing', () => {
    fc.assert(
      fc.property(someLoads, (given) => {
        const readings = readingsOf(tree, given);
        const now = loadsOf(tree, readings);
        const reckoned = reckonedNow(tree, now, noStatistics);
        const nothing = consequencesOf(tree, now, [], undefined, factsOf(readings));
        const after = loadsAfter(tree, now, nothing);
        expect(after).toEqual(now);
        expect(reckonedAfter(tree, reckoned, now, after, nothing)).toEqual(reckoned);
      }),
      { numRuns: 20 },
    );
  });

  it('has after a change what is measured when the change is made', () => {
    if (tree.outlets.length === 0) return;
    fc.assert(
      fc.property(someLoads, load, fc.nat(), (given, changed, pick) => {
        const everywhere = tree.outlets.map((_, place) => given[place % given.length] as OutletLoad);
        const position = pick % tree.outlets.length;
        const outlet = tree.outlets[position] as PowerNode;
        const readings = readingsOf(tree, everywhere);
        const power = powerOf(outlet.nominalVoltage, changed.amps, changed.powerFactor);
        const change: OutletChange = { outlet, watts: power.active, powerFactor: changed.powerFactor };
        const now = loadsOf(tree, readings);
        const after = loadsAfter(tree, now, consequencesOf(tree, now, [change], undefined, factsOf(readings)));
        const made = loadsOf(tree, readingsOf(tree, everywhere.with(position, { ...changed, isOn: true })));
        for (const node of tree.nodes) {
          if (made.amps.has(node)) expect(ampsOf(after, node)).toBeCloseTo(ampsOf(made, node), 6);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('has a way up from each node that ends at an inlet or its lines', () => {
    for (const node of tree.nodes) {
      const top = node.wayUp.at(-1) ?? node;
      expect(['inlet', 'line']).toContain(top.kind);
    }
  });
});

describe('a place for a new load', () => {
  it('never overloads anything, and is never refused where it would not', async () => {
    const wattages = fc.double({ min: 5, max: 4000, noNaN: true });
    await fc.assert(
      fc.asyncProperty(anyProfile, someLoads, wattages, async (profile, given, watts) => {
        const tree = treeOf(profile);
        const readings = readingsOf(tree, given);
        const now = loadsOf(tree, readings);
        const reckoned = reckonedNow(tree, now, noStatistics);
        const isFree = ({ position }: PowerNode): boolean => readings.outlets[position]?.state === 'OFF';
        const wanted = { watts, powerFactor: 0.95 };
        const { places } = await placesFor(tree, now, reckoned, tree.outlets, isFree, wanted);
        const suggested = new Set(places.map(({ outlet }) => outlet));
        const facts = factsOf(readings);
        for (const outlet of tree.outlets.filter(isFree)) {
          const change = consequencesOf(tree, now, [{ outlet, ...wanted }], undefined, facts);
          const overloaded = overloadsOf(tree, loadsAfter(tree, now, change)).map(({ node }) => node);
          const isOnTheWay = (node: PowerNode): boolean => node === outlet || outlet.wayUp.includes(node);
          const fits = !overloaded.some(isOnTheWay);
          expect([outlet.id, suggested.has(outlet)]).toEqual([outlet.id, fits]);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('leaves room for the highest load of the last week', async () => {
    const tree = treeOf(THREE_PHASE_36);
    const readings = readingsOf(tree, [{ amps: 0, powerFactor: 1, isOn: false }]);
    const now = loadsOf(tree, readings);
    const [full] = tree.banks;
    const reckoned = reckonedNow(tree, now, (node) => (node === full ? { recent: { amps: 15, at: 0 } } : undefined));
    const { places, unfit } = await placesFor(tree, now, reckoned, tree.outlets, () => true, {
      watts: 416,
      powerFactor: 1,
    });
    expect(places.some(({ outlet }) => outlet.parents[0] === full)).toBe(false);
    expect(unfit).toEqual({ inUse: 0, noPower: 0, tooSmall: 12, unknownLoad: 0 });
    expect(places).toHaveLength(24);
  });

  it('is where the lines are balanced best', async () => {
    const tree = treeOf(THREE_PHASE_36);
    const onFirstBank = tree.outlets.map((_, place) => ({ amps: place < 3 ? 2 : 0, powerFactor: 1, isOn: place < 3 }));
    const readings = readingsOf(tree, onFirstBank);
    const now = loadsOf(tree, readings);
    const isFree = ({ position }: PowerNode): boolean => position >= 3;
    const { places } = await placesFor(tree, now, reckonedNow(tree, now, noStatistics), tree.outlets, isFree, {
      watts: 400,
      powerFactor: 1,
    });
    expect(places[0]?.outlet.parents[0]).not.toBe(tree.banks[0]);
    const imbalances = places.map(({ imbalancePercent = NaN }) => Math.round(imbalancePercent * 10));
    expect(imbalances).toEqual([...imbalances].sort((a, b) => a - b));
  });
});

describe('a device with two feeds', () => {
  const profile = BUILT_IN_PROFILES.find(({ inletConfig }) => inletConfig === 'dualcircuit') as ModelProfile;
  const tree = treeOf(profile);
  const feeds = tree.outlets.map((_, place) => (place % 8 === 0 ? 'storage' : undefined));
  const readings = readingsOf(tree, [{ amps: 1, powerFactor: 1, isOn: true }]);
  const now = loadsOf(tree, readings);
  const [a, b] = [tree.outlets[0] as PowerNode, tree.outlets[8] as PowerNode];

  it('draws its whole power from the inlet that is left', () => {
    const change = consequencesOf(tree, now, [], 0, factsOf(readings, feeds));
    const after = loadsAfter(tree, now, change);
    expect(ampsOf(after, a)).toBe(0);
    expect(ampsOf(after, b)).toBeCloseTo(2, 9);
    expect(ampsOf(after, tree.inlets[0])).toBe(0);
    expect(ampsOf(after, tree.inlets[1])).toBeCloseTo(9, 9);
    expect(change.unpowered).toEqual(tree.outlets.slice(1, 8));
  });

  it('draws it from the outlet that stays on', () => {
    const change = consequencesOf(tree, now, [{ outlet: b, state: 'OFF' }], undefined, factsOf(readings, feeds));
    const after = loadsAfter(tree, now, change);
    expect([ampsOf(after, a), ampsOf(after, b)]).toEqual([expect.closeTo(2, 9), 0]);
    expect(ampsOf(after, tree.banks[0])).toBeCloseTo(9, 9);
    expect(change.unpowered).toEqual([]);
  });

  it('says in how many seconds a breaker trips that is then above its rating', () => {
    const heavy = readingsOf(
      tree,
      tree.outlets.map((_, place) => ({ amps: place % 8 === 0 ? 13 : 0, powerFactor: 1, isOn: true })),
    );
    const loads = loadsOf(tree, heavy);
    const after = loadsAfter(tree, loads, consequencesOf(tree, loads, [], 0, factsOf(heavy, feeds)));
    const [inlet, bank, outlet] = overloadsOf(tree, after);
    expect(inlet).toMatchObject({ node: tree.inlets[1], limit: 'rated', limitAmps: 20 });
    expect(inlet).not.toHaveProperty('tripSeconds');
    expect(bank).toMatchObject({ node: tree.banks[1], limit: 'rated', amps: expect.closeTo(26, 9) });
    expect(bank?.tripSeconds).toBeCloseTo(64 / ((26 / 20) ** 2 - 1), 6);
    expect(outlet).toMatchObject({ node: b, limit: 'rated' });
  });
});

describe('a transfer switch', () => {
  const tree = treeOf(BUILT_IN_PROFILES.find(({ inletConfig }) => inletConfig === 'ats') as ModelProfile);
  const readings = readingsOf(tree, [{ amps: 1, powerFactor: 1, isOn: true }]);
  const now = loadsOf(tree, readings);

  it('takes the same load from the other inlet', () => {
    const after = loadsAfter(tree, now, consequencesOf(tree, now, [], 0, factsOf(readings)));
    expect([ampsOf(after, tree.inlets[0]), ampsOf(after, tree.inlets[1])]).toEqual([0, expect.closeTo(8, 9)]);
    expect(ampsOf(after, tree.banks[0])).toBe(ampsOf(now, tree.banks[0]));
  });

  it('needs the same room at both inlets', () => {
    const reckoned = reckonedNow(tree, now, noStatistics);
    expect(tree.inlets.map((inlet) => headroomOf(inlet, reckoned))).toEqual([8, 8]);
  });

  it('leaves all without power where the other inlet is dead', () => {
    const change = consequencesOf(tree, now, [], 0, { ...factsOf(readings), standbyReady: false });
    const after = loadsAfter(tree, now, change);
    expect(tree.banks.map((bank) => ampsOf(after, bank))).toEqual([0]);
    expect(change.unpowered).toEqual(tree.outlets);
  });
});

describe('what is not measured', () => {
  const tree = treeOf(BUILT_IN_PROFILES[0] as ModelProfile);

  it('stays unknown', () => {
    const now = loadsOf(tree, emptyReadings(tree.model));
    expect(now.amps.size).toBe(0);
    expect(reckonedNow(tree, now, noStatistics).size).toBe(0);
  });

  it('is no place for a load on a rated way', async () => {
    const now = loadsOf(tree, emptyReadings(tree.model));
    const { places, unfit } = await placesFor(tree, now, new Map(), tree.outlets, () => true, {
      watts: 10,
      powerFactor: 1,
    });
    expect(places).toEqual([]);
    expect(unfit.unknownLoad).toBe(16);
  });
});

describe('the share for continuous loads', () => {
  const american = BUILT_IN_PROFILES[0] as ModelProfile;
  const european = BUILT_IN_PROFILES.find(({ inlets: [inlet] }) => inlet?.nominalFrequency === 50) as ModelProfile;
  it.each([
    ['by the frequency of 60 Hz', american, 0, 0.8],
    ['by the frequency of 50 Hz', european, 0, 1],
    ['of the profile', { ...european, derating: 0.9 }, 0, 0.9],
    ['of the setting, whatever the profile has', { ...american, derating: 0.9 }, 75, 0.75],
  ])('is that %s', (_, profile, setting, share) => {
    expect(deratingOf(new PduModel(profile), setting)).toBe(share);
  });
});

describe('the rating of a receptacle', () => {
  it.each([
    ['IEC 60320 C13', 60, 15],
    ['IEC 60320 C13', 50, 10],
    ['IEC 60320 C19', 60, 20],
    ['IEC 60320 C19', 50, 16],
    ['NEMA 5-20R', 60, 20],
    ['NEMA 5-15R', 60, 15],
    ['NEMA L6-30R', 60, 30],
    ['IEC 60309 32A', 50, 32],
    ['Schuko', 50, 16],
    ['BS 1363', 50, 13],
    ['terminal block', 50, undefined],
  ])('%s at %d Hz is %p A', (receptacle, frequency, amps) => {
    expect(receptacleRating(receptacle, frequency)).toBe(amps);
  });
});

describe('a percentile', () => {
  it('is the smallest value that this share of all does not exceed', () => {
    expect(
      percentileOf(
        Float64Array.from({ length: 100 }, (_, place) => 100 - place),
        0.95,
      ),
    ).toBe(95);
    expect(percentileOf(Float64Array.of(7), 0.95)).toBe(7);
    expect(percentileOf(new Float64Array(), 0.95)).toBeUndefined();
  });
});
