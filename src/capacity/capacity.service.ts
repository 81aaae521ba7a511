import { Injectable } from '@nestjs/common';
import type { Access } from '../common/access.js';
import { CachedResponses, type CachedResponse } from '../common/cached-response.js';
import { ApiError } from '../common/errors.js';
import { yieldWhenLate } from '../common/time-slices.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { Power } from '../hardware/power-math.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { ObjectNamesService } from '../history/object-names.service.js';
import { mayView } from '../history/object-access.js';
import { OutletsService } from '../outlets/outlets.service.js';
import { SettingsStore } from '../settings/settings.store.js';
import { CapacityStatisticsService } from './capacity-statistics.service.js';
import { highestOf, type NodeStatistics } from './capacity-statistics.js';
import type { OutletChangeDto, PlacementQueryDto, WhatIfDto } from './capacity.dto.js';
import {
  nodeView,
  placementsView,
  placementView,
  violationsView,
  type CapacitySources,
  type CapacityView,
  type PlacementsView,
  type WhatIfView,
} from './capacity.view.js';
import { reckonedAfter, reckonedNow, type Reckoned } from './headroom.js';
import { loadsAfter, loadsOf, type Loads } from './loads.js';
import { placesFor } from './placement.js';
import { deratingOf, PowerTree, type PowerNode } from './power-tree.js';
import { consequencesOf, powerOfWatts, TYPICAL_POWER_FACTOR, type OutletChange } from './what-if.js';

/** An outlet that has drawn less than this for a week feeds nothing, W. */
const NOTHING_PLUGGED_IN = 5;

/** The tree with the loads of one snapshot. */
interface Present {
  readonly revision: number;
  readonly tree: PowerTree;
  readonly loads: Loads;
  readonly reckoned: Reckoned;
  /** Wall clock of the readings. */
  readonly takenAt: number;
}

/** The capacity of the PDU: what its parts carry, what is left, and what a change would do. Nothing here switches. */
@Injectable()
export class CapacityService {
  /** The answers of one revision by the permissions of those who ask. */
  readonly #answers = new Map<string, Promise<CachedResponse>>();
  #answersOf = -1;
  #tree: PowerTree | undefined;
  #present: Present | undefined;
  #revisionOf: readonly [snapshots: number, statistics: number] = [-1, -1];
  #revisions = 0;

  constructor(
    private readonly driver: PduDriver,
    private readonly snapshots: SnapshotStore,
    private readonly settings: SettingsStore,
    private readonly outlets: OutletsService,
    private readonly names: ObjectNamesService,
    private readonly statistics: CapacityStatisticsService,
  ) {}

  /** The tree that a caller may view. */
  async prepared(access: Access): Promise<CachedResponse> {
    await this.statistics.ready();
    const revision = this.#revision();
    if (this.#answersOf !== revision) this.#answers.clear();
    this.#answersOf = revision;
    const known = this.#answers.get(access.key);
    if (known) return known;
    const answer = this.#answer(access, revision);
    this.#answers.set(access.key, answer);
    return answer;
  }

  /**
   * The tree after a change. Throws OUTLET_IN_LIST_UNKNOWN, OUTLET_IN_LIST_REPEATED, OUTLET_NOT_SWITCHABLE,
   * OUTLET_NOT_ALLOWED, CAPACITY_INLET_UNKNOWN, NOT_ALLOWED, or 422 for members that exclude each other.
   */
  async whatIf({ changes = [], inletLost }: WhatIfDto, access: Access): Promise<WhatIfView> {
    await this.statistics.ready();
    const now = this.#now();
    const { tree, loads } = now;
    const outletChanges = this.#changesOf(changes, tree, access);
    const inlet = inletLost === undefined ? undefined : inletOf(inletLost, tree, access);
    const { inlets, outlets } = this.snapshots.current;
    const change = consequencesOf(tree, loads, outletChanges, inlet?.position, {
      isOn: (position) => outlets[position]?.state !== 'OFF',
      feedOf: (position) => this.#deviceOf(position)?.feed,
      usualOf: (outlet) => this.#usualOf(outlet, loads),
      standbyReady: !inlets.some(({ ready }, position) => position !== inlet?.position && ready === false),
    });
    const after = loadsAfter(tree, loads, change);
    const reckoned = reckonedAfter(tree, now.reckoned, loads, after, change);
    const sources = this.#sources({ ...now, loads: after, reckoned }, access);
    const ids = (nodes: Iterable<PowerNode>): string[] => [...nodes].filter(sources.isVisible).map(({ id }) => id);
    return {
      ...(await this.#treeInSlices({ ...now, loads: after, reckoned }, sources)),
      violations: violationsView(sources),
      unpowered: ids(change.unpowered),
      unknown: ids(change.unknown),
    };
  }

  /** The outlets that could take a load. Throws OUTLETS_NOT_AVAILABLE. */
  async placement(
    { watts, powerFactor = TYPICAL_POWER_FACTOR, receptacle }: PlacementQueryDto,
    access: Access,
  ): Promise<PlacementsView> {
    if (!this.driver.model.hasOutlets) throw new ApiError('OUTLETS_NOT_AVAILABLE');
    await this.statistics.ready();
    const now = this.#now();
    const { tree, loads, reckoned } = now;
    const sources = this.#sources(now, access);
    const visible = tree.outlets.filter(sources.isVisible);
    const wanted = visible.filter(({ position }) =>
      isReceptacle(this.driver.model.outlets[position]?.receptacle ?? '', receptacle),
    );
    const { outlets } = this.snapshots.current;
    const isOff = ({ position }: PowerNode): boolean => outlets[position]?.state === 'OFF';
    const mostWatts = (outlet: PowerNode): number | undefined => this.#statisticsOf(outlet)?.mostWatts;
    const isFree = (outlet: PowerNode): boolean =>
      isOff(outlet) || (mostWatts(outlet) ?? Infinity) < NOTHING_PLUGGED_IN;
    const useOf = (outlet: PowerNode): string => {
      if (!isOff(outlet)) return `It drew less than ${NOTHING_PLUGGED_IN} W for 7 days`;
      const most = mostWatts(outlet) ?? 0;
      return most < NOTHING_PLUGGED_IN
        ? 'It is off'
        : `It is off, but drew up to ${Math.round(most)} W in the last 7 days`;
    };
    const found = await placesFor(tree, loads, reckoned, wanted, isFree, { watts, powerFactor });
    const partial = !tree.nodes.every(sources.isVisible);
    return placementsView({ watts, powerFactor, receptacle, partial }, found, visible.length - wanted.length, (place) =>
      placementView(place, sources, useOf),
    );
  }

  /** The JSON of the tree, a few nodes at a time: ten thousand outlets have several megabytes. */
  async #answer(access: Access, revision: number): Promise<CachedResponse> {
    const now = this.#now();
    const sources = this.#sources(now, access);
    const nodes: string[] = [];
    for (const node of now.tree.nodes) {
      if (sources.isVisible(node)) nodes.push(JSON.stringify(nodeView(node, sources)));
      await yieldWhenLate();
    }
    const head = JSON.stringify(this.#headOf(now, nodes.length));
    const json = Buffer.from(`${head.slice(0, -1)},"nodes":[${nodes.join(',')}]}`);
    return CachedResponses.once(json, 'capacity', revision, access);
  }

  async #treeInSlices(present: Present, sources: CapacitySources): Promise<CapacityView> {
    const nodes: CapacityView['nodes'] = [];
    for (const node of present.tree.nodes) {
      if (sources.isVisible(node)) nodes.push(nodeView(node, sources));
      await yieldWhenLate();
    }
    return { ...this.#headOf(present, nodes.length), nodes };
  }

  /** @param visible number of nodes that the caller may view */
  #headOf({ tree, takenAt }: Present, visible: number): Omit<CapacityView, 'nodes'> {
    return {
      time: new Date(takenAt).toISOString(),
      derating: tree.derating,
      partial: visible < tree.nodes.length,
    };
  }

  #sources({ tree, loads, reckoned }: Present, access: Access): CapacitySources {
    const { model } = this.driver;
    const { outlets } = this.snapshots.current;
    return {
      tree,
      loads,
      reckoned,
      statisticsOf: (node) => this.#statisticsOf(node),
      factsOf: (node) => ({
        name: this.names.of(node),
        ...(node.kind === 'outlet' && {
          deviceName: this.#deviceOf(node.position)?.name,
          receptacle: model.outlets[node.position]?.receptacle,
          state: outlets[node.position]?.state,
        }),
      }),
      isVisible: (node) => mayView(access, node),
    };
  }

  /** The loads of the newest snapshot, calculated once for all who ask. */
  #now(): Present {
    const revision = this.#revision();
    if (this.#present?.revision === revision) return this.#present;
    const derating = deratingOf(this.driver.model, this.settings.get('capacityDerating'));
    if (this.#tree?.derating !== derating) this.#tree = new PowerTree(this.driver.model, derating);
    const tree = this.#tree;
    const loads = loadsOf(tree, this.snapshots.current);
    const reckoned = reckonedNow(tree, loads, (node) => this.#statisticsOf(node));
    return (this.#present = { revision, tree, loads, reckoned, takenAt: this.snapshots.current.takenAt });
  }

  /** Changes whenever the snapshot, a name, a setting or a statistic does. */
  #revision(): number {
    const { revision } = this.snapshots;
    const { version } = this.statistics;
    const [snapshots, statistics] = this.#revisionOf;
    if (snapshots !== revision || statistics !== version) {
      this.#revisionOf = [revision, version];
      this.#revisions++;
    }
    return this.#revisions;
  }

  #statisticsOf(node: PowerNode): NodeStatistics | undefined {
    const lines = node.kind === 'inlet' ? (this.#tree?.lines[node.position] ?? []) : [];
    if (lines.length === 0) return this.statistics.of(node.id);
    const known = lines.map(({ id }) => this.statistics.of(id)).filter((each) => each !== undefined);
    return known.length === 0 ? undefined : highestOf(known);
  }

  /** The load that an outlet has when it is on: what was typical in the last week, else the highest of it. */
  #usualOf(outlet: PowerNode, { volts }: Loads): Power | undefined {
    const { typical = 0, recent } = this.#statisticsOf(outlet) ?? {};
    const amps = typical > 0 ? typical : recent?.amps;
    if (amps === undefined || amps === 0) return undefined;
    const apparent = amps * (volts.get(outlet) ?? outlet.nominalVoltage);
    return powerOfWatts(apparent * TYPICAL_POWER_FACTOR, TYPICAL_POWER_FACTOR);
  }

  #deviceOf(position: number): { readonly name?: string; readonly feed?: string } | undefined {
    const outlet = this.driver.model.outlets[position];
    return outlet && (this.outlets.deviceOf(outlet) ?? undefined);
  }

  #changesOf(changes: readonly OutletChangeDto[], tree: PowerTree, access: Access): OutletChange[] {
    const seen = new Set<PowerNode>();
    return changes.map(({ outlet: idOrIndex, watts, addWatts, powerFactor, state }, place) => {
      const at = (member: string): string => `changes.${place}.${member}`;
      const outlet = tree.outlets[this.driver.model.outlet(idOrIndex)?.position ?? -1];
      if (!outlet) throw new ApiError('OUTLET_IN_LIST_UNKNOWN', idOrIndex).at(at('outlet'));
      if (!access.mayView(outlet.id)) throw new ApiError('OUTLET_NOT_ALLOWED', outlet.id, 'viewOutlets');
      if (seen.has(outlet)) throw new ApiError('OUTLET_IN_LIST_REPEATED', idOrIndex).at(at('outlet'));
      seen.add(outlet);
      const refuse = (field: string, message: string): never => {
        throw ApiError.validation([{ field: at(field), message }]);
      };
      if (watts === undefined && addWatts === undefined && state === undefined) {
        refuse('outlet', 'A change needs watts, addWatts or state; without one of them nothing changes.');
      }
      if (watts !== undefined && addWatts !== undefined) {
        refuse('addWatts', 'addWatts and watts exclude each other; send one of them.');
      }
      if (state === 'OFF' && (watts ?? addWatts) !== undefined) {
        refuse('state', 'An outlet that is OFF has no load; leave out watts and addWatts, or the state.');
      }
      if (state !== undefined && !this.driver.model.profile.outletSwitching) {
        throw new ApiError('OUTLET_NOT_SWITCHABLE', outlet.id).at(at('state'));
      }
      return { outlet, watts, addWatts, powerFactor, state };
    });
  }
}

/** An inlet that the caller may view. Throws CAPACITY_INLET_UNKNOWN or NOT_ALLOWED. */
function inletOf(id: string, tree: PowerTree, access: Access): PowerNode {
  const inlet = tree.inlets.find((each) => each.id === id);
  if (!inlet) throw new ApiError('CAPACITY_INLET_UNKNOWN', id).at('inletLost');
  if (!mayView(access, inlet)) throw new ApiError('NOT_ALLOWED', 'viewInletStats');
  return inlet;
}

/** True if the name of a connector is the wanted one or has it as a word. */
function isReceptacle(name: string, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  const [text, word] = [name.toLowerCase(), wanted.trim().toLowerCase()];
  return text === word || text.split(/\s+/).includes(word) || text.endsWith(` ${word}`);
}
