import type { Amps, Seconds, Watts } from '../common/units.js';
import { secondsToTrip, tripsAtOnce } from '../hardware/breaker.js';
import type { NodeStatistics } from './capacity-statistics.js';
import { isStandby, type LoadChange, type Loads } from './loads.js';
import type { PowerNode, PowerTree } from './power-tree.js';

/** The current to reckon with at each node: the highest of now and the last week; absent where both are unknown. */
export type Reckoned = ReadonlyMap<PowerNode, Amps>;

/** The inlet that a transfer switch holds ready must carry what the other one does. */
export function reckonedNow(
  tree: PowerTree,
  { amps, activeInlet }: Loads,
  statisticsOf: (node: PowerNode) => NodeStatistics | undefined,
): Reckoned {
  const reckoned = new Map<PowerNode, Amps>();
  for (const node of tree.nodes) {
    const isSupply = node.kind === 'inlet' || node.kind === 'line';
    const twin = isSupply && isStandby(tree, node, activeInlet) ? twinOf(tree, node, activeInlet) : node;
    const known = [amps.get(twin), statisticsOf(twin)?.recent?.amps, statisticsOf(node)?.recent?.amps];
    const values = known.filter((value) => value !== undefined);
    if (values.length > 0) reckoned.set(node, Math.max(...values));
  }
  return reckoned;
}

/** The same after a change: moved by as much as the load is; where the load was replaced or lost, the load itself. */
export function reckonedAfter(
  tree: PowerTree,
  before: Reckoned,
  now: Loads,
  after: Loads,
  { replaced, inletLost, banksLost }: LoadChange,
): Reckoned {
  const reckoned = new Map(before);
  const isTransfer = tree.model.profile.inletConfig === 'ats';
  for (const node of tree.nodes) {
    const isSupply = node.kind === 'inlet' || node.kind === 'line';
    if (node.inlet === (isSupply ? inletLost : banksLost) || (node.kind === 'outlet' && replaced.has(node.position))) {
      reckoned.set(node, after.amps.get(node) ?? 0);
      continue;
    }
    const carrying = isSupply && isTransfer;
    const then = after.amps.get(carrying ? twinOf(tree, node, after.activeInlet) : node);
    if (then === undefined) continue;
    const difference = then - (now.amps.get(carrying ? twinOf(tree, node, now.activeInlet) : node) ?? then);
    const reckonedBefore = before.get(node);
    if (reckonedBefore === undefined) reckoned.set(node, then);
    else if (difference !== 0) reckoned.set(node, Math.max(then, reckonedBefore + difference));
  }
  return reckoned;
}

/** The inlet or line of a transfer switch that carries now what the other would. */
function twinOf(tree: PowerTree, node: PowerNode, activeInlet: number): PowerNode {
  const twin = node.kind === 'inlet' ? tree.inlets[activeInlet] : tree.lines[activeInlet]?.[node.position];
  return twin ?? node;
}

/** Headroom of a node; negative where it is overloaded, undefined without a rating or a known load. */
export function headroomOf(node: PowerNode, reckoned: Reckoned): Amps | undefined {
  const amps = reckoned.get(node);
  return amps === undefined || node.usableAmps === undefined ? undefined : node.usableAmps - amps;
}

/** The power of a current at a node for a load of power factor 1, over all lines of a three-phase inlet. */
export function wattsOf(tree: PowerTree, node: PowerNode, amps: Amps, { volts }: Loads): Watts {
  const conductors = node.kind === 'inlet' ? Math.max(1, tree.lines[node.position]?.length ?? 1) : 1;
  return amps * (volts.get(node) ?? node.nominalVoltage) * conductors;
}

/** The node on a way with the least headroom, the nearest of equal ones; undefined where none is known. */
export function leastOf(
  nodes: readonly PowerNode[],
  reckoned: Reckoned,
): { readonly node: PowerNode; readonly headroom: Amps } | undefined {
  let least: { node: PowerNode; headroom: Amps } | undefined;
  for (const node of nodes) {
    const headroom = headroomOf(node, reckoned);
    if (headroom !== undefined && (!least || headroom < least.headroom)) least = { node, headroom };
  }
  return least;
}

/** Differences below this are those of arithmetic. */
const EXACT: Amps = 1e-9;

/** A node that would carry more than it may. */
export interface Overload {
  readonly node: PowerNode;
  /** `rated`: above the rating itself; `usable`: above its share for continuous loads only. */
  readonly limit: 'usable' | 'rated';
  readonly limitAmps: Amps;
  readonly amps: Amps;
  /** Until the bank's breaker trips, from cold; absent where it holds or there is none. */
  readonly tripSeconds?: Seconds;
}

/** The nodes that carry more than their usable current, in the order of the tree. */
export function overloadsOf(tree: PowerTree, { amps }: Loads): Overload[] {
  return tree.nodes.flatMap((node): Overload[] => {
    const { ratedAmps, usableAmps, kind } = node;
    const carried = amps.get(node);
    if (carried === undefined || ratedAmps === undefined || usableAmps === undefined) return [];
    if (carried <= usableAmps + EXACT) return [];
    if (carried <= ratedAmps + EXACT) return [{ node, limit: 'usable', limitAmps: usableAmps, amps: carried }];
    const trip = kind === 'bank' ? { tripSeconds: secondsUntilTrip(carried, ratedAmps) } : {};
    return [{ node, limit: 'rated', limitAmps: ratedAmps, amps: carried, ...trip }];
  });
}

const secondsUntilTrip = (amps: Amps, rating: Amps): Seconds =>
  tripsAtOnce(amps, rating) ? 0 : secondsToTrip(0, amps, rating);
