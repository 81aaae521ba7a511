import { ApiProperty } from '@nestjs/swagger';
import { rounded, type Amps } from '../common/units.js';
import type { NodeStatistics, Peak } from './capacity-statistics.js';
import { headroomOf, leastOf, overloadsOf, wattsOf, type Overload, type Reckoned } from './headroom.js';
import { imbalanceOf, type Loads } from './loads.js';
import type { Place, Places } from './placement.js';
import type { PowerNode, PowerTree } from './power-tree.js';

/** A highest current. */
export class CapacityPeakView {
  /** A. */
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
  /** Id of the inlet, line, bank or outlet. */
  id: string;
  kind: 'inlet' | 'line' | 'bank' | 'outlet';
  name: string;
  /** Name of the device that is plugged into an outlet, where it was entered. */
  deviceName?: string | undefined;
  /** Connector of an outlet, for example "IEC 60320 C13". */
  receptacle?: string | undefined;
  /** State of an outlet. */
  state?: 'ON' | 'OFF' | undefined;
  /** Ids of the nodes that its current comes from: two lines for a bank between them; both inlets of a transfer switch. */
  parents: string[];
  /** Rating of the inlet, the breaker or the receptacle, A. */
  ratedAmps?: number | undefined;
  /** The part of the rating that continuous loads may use, A. */
  usableAmps?: number | undefined;
  /** Newest reading, A; of a three-phase inlet the highest of its lines. */
  nowAmps?: number | undefined;
  /** Newest reading, W. */
  nowWatts?: number | undefined;
  peak: CapacityPeaksView;
  /** 95th percentile of the minute averages of the last 7 days, A. */
  typical?: number | undefined;
  /** `usableAmps` less the highest current of now and the last week; negative where there is too much load, A. */
  headroomAmps?: number | undefined;
  /** The power of `headroomAmps` for a load of power factor 1, W; of a three-phase inlet on all lines together. */
  headroomWatts?: number | undefined;
  /** The part of `headroomAmps` that a node on the way to the mains cannot deliver, A. */
  strandedAmps?: number | undefined;
  /** Three lines: the highest less the lowest, in percent of their mean. */
  imbalancePercent?: number | undefined;
  /** Id of the node with the least headroom on the way to the mains; it may be the node itself. */
  limitedBy?: string | undefined;
  /** True if the caller may not view all nodes on the way, so that `strandedAmps` and `limitedBy` do not know them. */
  partial?: true;
}

/** The power tree: what each part may carry, carries, and has left. */
export class CapacityView {
  /** Time of the readings, ISO 8601. */
  time: string;
  /** Share of the ratings for continuous loads. */
  derating: number;
  /** True if the PDU has parts that the caller may not view; they are absent. */
  partial: boolean;
  /** Each inlet with its lines, then its banks, each with its outlets. */
  nodes: CapacityNodeView[];
}

/** A node that would carry more than it may. */
export class CapacityViolationView {
  /** Id of the node. */
  node: string;
  kind: 'inlet' | 'line' | 'bank' | 'outlet';
  name: string;
  /** `rated`: above the rating; `usable`: above the share of it for continuous loads. */
  limit: 'usable' | 'rated';
  /** A. */
  limitAmps: number;
  /** A. */
  wouldBeAmps: number;
  /** A. */
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
  /** Outlets that would lose their power and whose device has no other feed. */
  unpowered: string[];
  /** Outlets in the change whose present load nobody has measured: their load is added in full and nothing is taken away. */
  unknown: string[];
}

/** An outlet that can take the load. */
export class PlacementView {
  /** Outlet id. */
  outlet: string;
  name: string;
  receptacle: string;
  /** Headroom then at the node of the way that has least, A; absent where nothing on the way is rated. */
  headroomAmps?: number | undefined;
  /** That node. */
  limitedBy?: string | undefined;
  /** Three lines: their imbalance then, in percent of the mean. */
  imbalancePercent?: number | undefined;
  /** The reason for the suggestion, in a sentence. */
  reason: string;
}

/** The numbers of outlets that are not suggested, by reason. */
export class UnfitView {
  /** It is on, and has drawn 5 W or more within 7 days or was not measured for so long. */
  inUse: number;
  /** Its bank has no voltage. */
  noPower: number;
  /** The load does not fit. */
  tooSmall: number;
  /** The load of a rated part on the way is not measured. */
  unknownLoad: number;
  /** Another receptacle. */
  receptacle: number;
}

/** The outlets that can take a load, best first. */
export class PlacementsView {
  watts: number;
  powerFactor: number;
  receptacle?: string | undefined;
  /** True if there are outlets or parts on their way that the caller may not view; none that is full is suggested. */
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
