import { Injectable } from '@nestjs/common';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { OutletModel } from '../hardware/profiles/pdu-model.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import type { Access } from '../common/access.js';
import { ApiError } from '../common/errors.js';
import type { OutletId } from '../common/ids.js';
import { OutletsService } from '../outlets/outlets.service.js';
import type { GroupEntity } from './group.entity.js';
import { groupOutletView, type GroupOutletView } from './group.view.js';

/** The outlets that groups name: found, checked and shown. */
@Injectable()
export class GroupOutletsService {
  constructor(
    private readonly driver: PduDriver,
    private readonly snapshots: SnapshotStore,
    private readonly outlets: OutletsService,
  ) {}

  /** Ids from ids or indexes. Throws GROUP_OUTLET_UNKNOWN or GROUP_OUTLET_REPEATED. */
  idsOf(idsOrIndexes: readonly string[]): OutletId[] {
    const ids = new Set<OutletId>();
    for (const sent of idsOrIndexes) {
      const outlet = this.#find(sent);
      if (!outlet) throw new ApiError('GROUP_OUTLET_UNKNOWN', sent).at('outlets');
      if (ids.has(outlet.id)) throw new ApiError('GROUP_OUTLET_REPEATED', outlet.id).at('outlets');
      ids.add(outlet.id);
    }
    return [...ids];
  }

  /** The group's outlets in its order; those of another model, under which it was made, are not there. */
  membersOf({ outlets }: Pick<GroupEntity, 'outlets'>): OutletModel[] {
    return outlets.map((id) => this.#find(id)).filter((outlet) => outlet !== undefined);
  }

  /** Throws OUTLET_NOT_ALLOWED for the first that the caller may not modify. */
  assertModifiable(outlets: readonly OutletId[], access: Access): void {
    const forbidden = outlets.find((outlet) => !access.mayModify(outlet));
    if (forbidden !== undefined) throw new ApiError('OUTLET_NOT_ALLOWED', forbidden, 'modifyOutlets');
  }

  view(outlet: OutletModel): GroupOutletView {
    const reading = this.snapshots.current.outlets[outlet.position];
    return groupOutletView(this.outlets.view(outlet), reading?.activePower);
  }

  #find(idOrIndex: string): OutletModel | undefined {
    return this.driver.model.hasOutlets ? this.driver.model.outlet(idOrIndex) : undefined;
  }
}
