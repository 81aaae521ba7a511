import { mapYielding } from '../common/time-slices.js';
import type { Amps, PowerFactor, Watts } from '../common/units.js';
import { apparentPower, NO_POWER, sumOf } from '../hardware/power-math.js';
import { headroomOf, reckonedAfter, type Reckoned } from './headroom.js';
import { imbalanceOf, loadsAfter, type Loads } from './loads.js';
import type { PowerNode, PowerTree } from './power-tree.js';
import { powerOfWatts } from './what-if.js';

export interface WantedPlace {
  readonly watts: Watts;
  readonly powerFactor: PowerFactor;
}

/** The reasons for which an outlet is not suggested. */
export const UNFIT = ['inUse', 'noPower', 'tooSmall', 'unknownLoad'] as const;
export type Unfit = (typeof UNFIT)[number];

/** An outlet that can take the load. */
export interface Place {
  readonly outlet: PowerNode;
  /** The highest current to reckon with then at the outlet and the nodes on its way. */
  readonly reckoned: Reckoned;
  /** Imbalance of the inlet then; absent where it has one line, and where a line is unknown. */
  readonly imbalancePercent: number | undefined;
}

export interface Places {
  /** Best first. */
  readonly places: readonly Place[];
  readonly unfit: Readonly<Record<Unfit, number>>;
}

/**
 * The outlets that can take a load, best first: those after which the lines are balanced best, then those that leave most.
 * One is left out unless each rated node on its way is known to carry it, now and at the highest load of the last week.
 * @param isFree true for an outlet that nothing is plugged into, as far as one can see
 */
export async function placesFor(
  tree: PowerTree,
  now: Loads,
  reckoned: Reckoned,
  candidates: readonly PowerNode[],
  isFree: (outlet: PowerNode) => boolean,
  { watts, powerFactor }: WantedPlace,
): Promise<Places> {
  const power = powerOfWatts(watts, powerFactor);
  const places: Place[] = [];
  const unfit = { inUse: 0, noPower: 0, tooSmall: 0, unknownLoad: 0 };
  const ofBank = new Map<PowerNode | undefined, PowerNode[]>();
  for (const outlet of candidates) {
    if (!isFree(outlet)) unfit.inUse++;
    else {
      const [bank] = outlet.parents;
      const others = ofBank.get(bank);
      if (others) others.push(outlet);
      else ofBank.set(bank, [outlet]);
    }
  }

  await mapYielding(ofBank, ([bank, outlets]) => {
    const [first] = outlets;
    if (!bank || !first) return;
    // The nodes above the outlet are loaded the same by all outlets of a bank.
    const change = { added: new Map([[first.position, power]]), replaced: new Map<number, never>() };
    const after = loadsAfter(tree, now, change);
    const then = reckonedAfter(tree, reckoned, now, after, change);
    const problem = problemOn([bank, ...bank.wayUp], bank, then);
    const imbalancePercent = imbalanceOf((tree.lines[bank.inlet] ?? []).map((line) => after.amps.get(line)));
    for (const outlet of outlets) {
      const before = now.outlets[outlet.position] ?? NO_POWER;
      const own: Amps = apparentPower(sumOf([before, power])) / (now.volts.get(outlet) ?? outlet.nominalVoltage);
      const why = problem ?? (own > (outlet.usableAmps ?? Infinity) ? 'tooSmall' : undefined);
      if (why) unfit[why]++;
      else {
        const way = [outlet, bank, ...bank.wayUp].map(
          (node) => [node, node === outlet ? own : then.get(node)] as const,
        );
        const known = way.filter((entry): entry is [PowerNode, Amps] => entry[1] !== undefined);
        places.push({ outlet, reckoned: new Map(known), imbalancePercent });
      }
    }
  });
  return { places: places.sort(byMerit), unfit };

  function problemOn(way: readonly PowerNode[], bank: PowerNode, then: Reckoned): Unfit | undefined {
    if (now.deadBanks.has(bank)) return 'noPower';
    const rated = way.filter(({ ratedAmps }) => ratedAmps !== undefined);
    if (rated.some((node) => headroomOf(node, then) === undefined)) return 'unknownLoad';
    return rated.some((node) => (headroomOf(node, then) ?? -1) < 0) ? 'tooSmall' : undefined;
  }
}

/** Headroom at the node of a place's way that has least; Infinity without a rating. */
export const leftAt = ({ outlet, reckoned }: Place): Amps =>
  Math.min(...[outlet, ...outlet.wayUp].map((node) => headroomOf(node, reckoned) ?? Infinity));

/** Differences of less than a tenth of a percent say nothing about the balance. */
const balanceOf = ({ imbalancePercent = 0 }: Place): number => Math.round(imbalancePercent * 10);

function byMerit(a: Place, b: Place): number {
  const left = leftAt(b) - leftAt(a);
  return balanceOf(a) - balanceOf(b) || (Number.isNaN(left) ? 0 : left) || a.outlet.position - b.outlet.position;
}
