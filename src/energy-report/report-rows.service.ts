import { Injectable } from '@nestjs/common';
import { assertAllowed, type Access } from '../common/access.js';
import { ApiError } from '../common/errors.js';
import { mapInSlices } from '../common/time-slices.js';
import { GroupsService } from '../groups/groups.service.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { OutletModel } from '../hardware/profiles/pdu-model.js';
import type { HistoryObject } from '../history/history-objects.js';
import { HistoryRecorderService } from '../history/history-recorder.service.js';
import { LABEL, type ReportKind } from './energy-report.dto.js';
import { OutletsService } from '../outlets/outlets.service.js';
import { ObjectNamesService } from '../history/object-names.service.js';

/** One row of a report: an object, or several that have a name in common. */
export interface RowPlan {
  readonly id: string;
  readonly name: string;
  readonly objects: readonly HistoryObject[];
  /** The objects that the row's energy flows through; absent if there is none that the caller may view. */
  readonly parents?: readonly HistoryObject[] | undefined;
  /** True if the caller may not view all of its objects. */
  readonly isPartial: boolean;
}

/** The rows of a report, as the caller may see them. */
export interface ReportPlan {
  readonly rows: readonly RowPlan[];
  /** All objects of the rows, each once. */
  readonly objects: readonly HistoryObject[];
  /** Objects of the same kind that are in no row. */
  readonly others: readonly HistoryObject[];
  /** The inlets, where the rows are something else and losses can be known. */
  readonly supply?: readonly HistoryObject[] | undefined;
  /** True if the caller may not view all objects of this kind. */
  readonly isPartial: boolean;
}

/** Decides which rows a report has for a caller. */
@Injectable()
export class ReportRowsService {
  constructor(
    private readonly driver: PduDriver,
    private readonly recorder: HistoryRecorderService,
    private readonly names: ObjectNamesService,
    private readonly groups: GroupsService,
    private readonly outlets: OutletsService,
  ) {}

  /** Throws NOT_ALLOWED, NO_OUTLET_ALLOWED or OUTLETS_NOT_AVAILABLE. */
  async plan(kind: ReportKind, access: Access): Promise<ReportPlan> {
    switch (kind) {
      case 'outlet':
        return this.#outlets(access);
      case 'group':
        return this.#groups(access);
      case 'bank':
        return this.#banks(access);
      case 'inlet':
        return this.#inlets(access);
      default:
        return this.#labels(kind.slice(LABEL.length), access);
    }
  }

  async #outlets(access: Access): Promise<ReportPlan> {
    const visible = this.#visibleOutlets(access);
    const rows = await mapInSlices(visible, (outlet) => {
      const parents = access.can('viewBankStats') ? this.#found([outlet.bankId]) : undefined;
      return this.#row(outlet.id, parents);
    });
    return this.#ofOutlets(rows, visible, access);
  }

  #groups(access: Access): ReportPlan {
    assertAllowed(access, 'viewOutletGroups');
    const visible = this.#visibleOutlets(access);
    const rows = this.groups.withMembers().map(({ group, outlets }) => {
      const members = outlets.filter(({ id }) => access.mayView(id));
      return {
        id: String(group.id),
        name: group.name,
        objects: this.#found(members.map(({ id }) => id)),
        parents: this.#supply(access),
        isPartial: members.length < outlets.length,
      };
    });
    return this.#ofOutlets(rows, visible, access);
  }

  async #labels(key: string, access: Access): Promise<ReportPlan> {
    const visible = this.#visibleOutlets(access);
    const rows = await mapInSlices(this.outlets.byLabel(key, access), ([value, outlets]) => ({
      id: value,
      name: value,
      objects: this.#found(outlets.map(({ id }) => id)),
      parents: this.#supply(access),
      isPartial: false,
    }));
    return this.#ofOutlets(rows.toSorted(byName), visible, access);
  }

  #banks(access: Access): ReportPlan {
    assertAllowed(access, 'viewBankStats');
    const { banks, profile } = this.driver.model;
    const supply = this.#supply(access);
    const rows = banks.map(({ id, inletId }) => {
      // The inlets of a transfer switch feed every bank.
      const parents = supply && (profile.inletConfig === 'ats' ? supply : this.#found([inletId]));
      return this.#row(id, parents);
    });
    return { rows, objects: objectsOf(rows), others: [], supply, isPartial: false };
  }

  #inlets(access: Access): ReportPlan {
    assertAllowed(access, 'viewInletStats');
    const inlets = this.#supply(access);
    const rows = this.driver.model.inlets.map(({ id }) => this.#row(id, inlets));
    return { rows, objects: objectsOf(rows), others: [], isPartial: false };
  }

  #ofOutlets(rows: readonly RowPlan[], visible: readonly OutletModel[], access: Access): ReportPlan {
    const objects = objectsOf(rows);
    const named = new Set(objects);
    const others = this.#found(visible.map(({ id }) => id)).filter((object) => !named.has(object));
    const isPartial = visible.length < this.driver.model.outlets.length;
    return { rows, objects, others, supply: isPartial ? undefined : this.#supply(access), isPartial };
  }

  #visibleOutlets(access: Access): OutletModel[] {
    const { hasOutlets, outlets } = this.driver.model;
    if (!hasOutlets) throw new ApiError('OUTLETS_NOT_AVAILABLE');
    if (!access.viewsAnyOutlet) throw new ApiError('NO_OUTLET_ALLOWED', 'viewOutlets');
    return outlets.filter(({ id }) => access.mayView(id));
  }

  #supply(access: Access): HistoryObject[] | undefined {
    return access.can('viewInletStats') ? this.#found(this.driver.model.inlets.map(({ id }) => id)) : undefined;
  }

  #row(id: string, parents: readonly HistoryObject[] | undefined): RowPlan {
    const objects = this.#found([id]);
    const [object] = objects;
    return { id, name: object ? this.names.of(object) : id, objects, parents, isPartial: false };
  }

  #found(ids: readonly string[]): HistoryObject[] {
    return ids.map((id) => this.recorder.objects.find(id)).filter((object) => object !== undefined);
  }
}

const byName = (one: RowPlan, other: RowPlan): number => (one.name < other.name ? -1 : 1);

const objectsOf = (rows: readonly RowPlan[]): HistoryObject[] => [...new Set(rows.flatMap(({ objects }) => objects))];
