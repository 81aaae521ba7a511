import { ApiProperty } from '@nestjs/swagger';
import { rounded, type Amps } from '../common/units.js';
import type { NodeStatistics, Peak } from './capacity-statistics.js';
import { headroomOf, leastOf, overloadsOf, wattsOf, type Overload, type Reckoned } from './headroom.js';
import { imbalanceOf, type Loads } from './loads.js';
import type { Place, Places } from './placement.js';
import type { PowerNode, PowerTree } from './power-tree.js';

/** A highest current. */
export class CapacityPeakView {
  /** A. @example 4.6 */
  amps: number;
  /** Begin of its minute, ISO 8601. */
  at: string;
}

/** The highest minute maxima; each is absent where the history does not reach back so far. */
export class CapacityPeaksView {
  /** Peak of the last 24 hours. */
  day?: CapacityPeakView | undefined;
  /** Peak of the last 7 days. */
  week?: CapacityPeakView | undefined;
  /** Peak of the last 30 days. */
  month?: CapacityPeakView | undefined;
}

/** One node of the power tree. What is not known is left out. */
export class CapacityNodeView {
  /** Id of the inlet, line, bank or outlet. @example "1200578" */
  id: string;
  /** @example "bank" */
  kind: 'inlet' | 'line' | 'bank' | 'outlet';
  /** @example "Left side" */
  name: string;
  /** Name of the device that is plugged into an outlet, where it was entered. */
  deviceName?: string | undefined;
  /** Connector of an outlet, for example "IEC 60320 C13". */
  receptacle?: string | undefined;
  /** State of an outlet. */
  state?: 'ON' | 'OFF' | undefined;
  /**
   * Ids of the nodes that its current comes from: two lines for a bank between them; both inlets of a transfer switch.
   * @example ["I1-1000036"]
   */
  parents: string[];
  /** Rating of the inlet, the breaker or the receptacle, A. @example 20 */
  ratedAmps?: number | undefined;
  /** The part of the rating that continuous loads may use, A. @example 16 */
  usableAmps?: number | undefined;
  /** Newest reading, A; of a three-phase inlet the highest of its lines. @example 3.8 */
  nowAmps?: number | undefined;
  /** Newest reading, W. @example 426.7 */
  nowWatts?: number | undefined;
  peak: CapacityPeaksView;
  /** 95th percentile of the minute averages of the last 7 days, A. @example 4.2 */
  typical?: number | undefined;
  /**
   * `usableAmps` less the highest current of now and the last week; negative where there is too much load, A.
   * @example 11.4
   */
  headroomAmps?: number | undefined;
  /**
   * The power of `headroomAmps` for a load of power factor 1, W; of a three-phase inlet on all lines together.
   * @example 1368
   */
  headroomWatts?: number | undefined;
  /** The part of `headroomAmps` that a node on the way to the mains cannot deliver, A. @example 0 */
  strandedAmps?: number | undefined;
  /** Three lines: the highest less the lowest, in percent of their mean. */
  imbalancePercent?: number | undefined;
  /** Id of the node with the least headroom on the way to the mains; it may be the node itself. @example "1200578" */
  limitedBy?: string | undefined;
  /** True if the caller may not view all nodes on the way, so that `strandedAmps` and `limitedBy` do not know them. */
  partial?: true;
}

/** The power tree: what each part may carry, carries, and has left. */
export class CapacityView {
  /** Time of the readings, ISO 8601. */
  time: string;
  /** Share of the ratings for continuous loads. @example 0.8 */
  derating: number;
  /** True if the PDU has parts that the caller may not view; they are absent. @example false */
  partial: boolean;
  /** Each inlet with its lines, then its banks, each with its outlets. */
  nodes: CapacityNodeView[];
}

/** A node that would carry more than it may. */
export class CapacityViolationView {
  /** Id of the node. @example "1200578" */
  node: string;
  /** @example "bank" */
  kind: 'inlet' | 'line' | 'bank' | 'outlet';
  /** @example "Left side" */
  name: string;
  /** `rated`: above the rating; `usable`: above the share of it for continuous loads. */
  limit: 'usable' | 'rated';
  /** A. @example 16 */
  limitAmps: number;
  /** A. @example 17.2 */
  wouldBeAmps: number;
  /** A. @example 1.2 */
  aboveByAmps: number;
  /** Time until the breaker of the bank trips, from cold, s. Only where the breaker would be above its rating. */
  tripSeconds?: number | undefined;
  /** The kind of breaker that `tripSeconds` is calculated for. */
  @ApiProperty({ enum: ['thermal-magnetic, typical'], required: false })
  model?: 'thermal-magnetic, typical' | undefined;
}

/** The power tree as it would be. */
export class WhatIfView extends CapacityView {
  /** Nodes that would be overloaded, those that are now included. */
  violations: CapacityViolationView[];
  /** Outlets that would lose their power and whose device has no other feed. @example [] */
  unpowered: string[];
  /**
   * Outlets in the change whose present load nobody has measured: their load is added in full and nothing is taken away.
   * @example []
   */
  unknown: string[];
}

/** An outlet that can take the load. */
export class PlacementView {
  /** Outlet id. @example "5-1200578" */
  outlet: string;
  /** @example "Outlet 5" */
  name: string;
  /** @example "IEC 60320 C13" */
  receptacle: string;
  /** Headroom then at the node of the way that has least, A; absent where nothing on the way is rated. @example 9.2 */
  headroomAmps?: number | undefined;
  /** That node. @example "1200578" */
  limitedBy?: string | undefined;
  /** Three lines: their imbalance then, in percent of the mean. */
  imbalancePercent?: number | undefined;
  /** The reason for the suggestion, in a sentence. @example "Bank Left side has 9.2 A of headroom left then." */
  reason: string;
}

/** The numbers of outlets that are not suggested, by reason. */
export class UnfitView {
  /** It is on, and has drawn 5 W or more within 7 days or was not measured for so long. @example 11 */
  inUse: number;
  /** Its bank has no voltage. @example 0 */
  noPower: number;
  /** The load does not fit. @example 0 */
  tooSmall: number;
  /** The load of a rated part on the way is not measured. @example 0 */
  unknownLoad: number;
  /** Another receptacle. @example 4 */
  receptacle: number;
}

/** The outlets that can take a load, best first. */
export class PlacementsView {
  /** @example 250 */
  watts: number;
  /** @example 0.95 */
  powerFactor: number;
  /** @example "C13" */
  receptacle?: string | undefined;
  /**
   * True if there are outlets or parts on their way that the caller may not view; none that is full is suggested.
   * @example false
   */
  partial: boolean;
  places: PlacementView[];
  unfit: UnfitView;
}

/** The sources of a node's view. */
export interface CapacitySources {
  readonly tree: PowerTree;
  readonly loads: Loads;
  readonly reckoned: Reckoned;
  readonly statisticsOf: (node: PowerNode) => NodeStatistics | undefined;
  readonly factsOf: (node: PowerNode) => Pick<CapacityNodeView, 'name' | 'deviceName' | 'receptacle' | 'state'>;
  readonly isVisible: (node: PowerNode) => boolean;
}

export function nodeView(node: PowerNode, sources: CapacitySources): CapacityNodeView {
  const { tree, loads, reckoned, isVisible } = sources;
  const statistics = sources.statisticsOf(node);
  const headroom = headroomOf(node, reckoned);
  const wayUp = node.wayUp.filter(isVisible);
  const least = leastOf(wayUp, reckoned);
  const lines = node.kind === 'inlet' ? (tree.lines[node.position] ?? []) : [];
  const { name, deviceName, receptacle, state } = sources.factsOf(node);
  const parents = node.kind === 'line' ? tree.inlets.slice(node.inlet, node.inlet + 1) : node.parents;
  return {
    id: node.id,
    kind: node.kind,
    name,
    deviceName,
    receptacle,
    state,
    parents: parents.filter(isVisible).map(({ id }) => id),
    ratedAmps: node.ratedAmps,
    usableAmps: rounded(node.usableAmps),
    nowAmps: rounded(loads.amps.get(node)),
    nowWatts: rounded(loads.watts.get(node)),
    peak: {
      day: peakView(statistics?.day),
      week: peakView(statistics?.week),
      month: peakView(statistics?.month),
    },
    typical: rounded(statistics?.typical),
    headroomAmps: rounded(headroom),
    headroomWatts: rounded(headroom === undefined ? undefined : wattsOf(tree, node, headroom, loads)),
    strandedAmps: rounded(strandedOf(headroom, least?.headroom)),
    imbalancePercent: rounded(imbalanceOf(lines.map((line) => loads.amps.get(line)))),
    limitedBy: leastOf([node, ...wayUp], reckoned)?.node.id,
    ...(wayUp.length < node.wayUp.length && { partial: true as const }),
  };
}

/** Nothing is stranded at a node that is full itself. */
const strandedOf = (own: Amps | undefined, least: Amps | undefined): Amps | undefined =>
  own === undefined || least === undefined ? undefined : Math.max(0, own - Math.max(0, least));

const peakView = (peak: Peak | undefined): CapacityPeakView | undefined =>
  peak && { amps: rounded(peak.amps), at: new Date(peak.at).toISOString() };

export function violationsView({ tree, loads, factsOf, isVisible }: CapacitySources): CapacityViolationView[] {
  return overloadsOf(tree, loads)
    .filter(({ node }) => isVisible(node))
    .map((overload) => violationView(overload, factsOf(overload.node).name));
}

const violationView = (
  { node, limit, limitAmps, amps, tripSeconds }: Overload,
  name: string,
): CapacityViolationView => ({
  node: node.id,
  kind: node.kind,
  name,
  limit,
  limitAmps: rounded(limitAmps),
  wouldBeAmps: rounded(amps),
  aboveByAmps: rounded(amps - limitAmps),
  ...(tripSeconds !== undefined && { tripSeconds: rounded(tripSeconds), model: 'thermal-magnetic, typical' as const }),
});

/** Members of a place that its role may see; the way of an outlet may be longer. */
export function placementView(
  place: Place,
  { factsOf, isVisible }: Pick<CapacitySources, 'factsOf' | 'isVisible'>,
  useOf: (outlet: PowerNode) => string,
): PlacementView {
  const { outlet, reckoned } = place;
  const least = leastOf([outlet, ...outlet.wayUp].filter(isVisible), reckoned);
  const { name, receptacle = '' } = factsOf(outlet);
  const imbalancePercent = outlet.wayUp.every(isVisible) ? rounded(place.imbalancePercent) : undefined;
  const [use, left] = [useOf(outlet), tenths(Math.max(0, least?.headroom ?? 0))];
  const way = least && wordsOf(least.node, factsOf);
  const balance = imbalancePercent === undefined ? '' : `, and the lines differ by ${Math.round(imbalancePercent)} %`;
  return {
    outlet: outlet.id,
    name,
    receptacle,
    headroomAmps: rounded(least?.headroom),
    limitedBy: least?.node.id,
    imbalancePercent,
    reason: way === undefined ? `${use}.` : `${use}; ${left} A are left at ${way}${balance}.`,
  };
}

/** A current in tenths of an ampere, rounded down: it must not promise more than there is. */
const tenths = (value: Amps): string => (Math.floor(value * 10) / 10).toFixed(1);

const wordsOf = (node: PowerNode, factsOf: CapacitySources['factsOf']): string =>
  `${node.kind} “${factsOf(node).name}”`;

export const placementsView = (
  wanted: Pick<PlacementsView, 'watts' | 'powerFactor' | 'receptacle' | 'partial'>,
  { places, unfit }: Places,
  otherReceptacles: number,
  viewOf: (place: Place) => PlacementView,
): PlacementsView => ({ ...wanted, places: places.map(viewOf), unfit: { ...unfit, receptacle: otherReceptacles } });
