import { Injectable } from '@nestjs/common';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { OutletModel } from '../hardware/profiles/pdu-model.js';
import type { Access, CallerWithAddress } from '../common/access.js';
import { causeOf } from '../common/cause.js';
import { ApiError } from '../common/errors.js';
import { assertTotalFits, sumOf } from '../common/limits.js';
import { mapInSlices } from '../common/time-slices.js';
import { SwitchingService } from '../switching/switching.service.js';
import { storedMembers } from './outlet-change.js';
import { changedConsumers, changedDevice, changedLabels, LABELS_OF_OUTLET, sizeOf } from './outlet-details.js';
import type { ImportOutletDto } from './outlet.dto.js';
import { OutletStore, type OutletChange } from './outlet.store.js';
import type { OutletView } from './outlet.view.js';
import { OutletsService } from './outlets.service.js';

/** The devices behind outlets, the labels and the consumers of outlets: changes of one, and lists of many with all settings. */
@Injectable()
export class OutletDetailsService {
  constructor(
    private readonly driver: PduDriver,
    private readonly outlets: OutletsService,
    private readonly settings: OutletStore,
    private readonly switching: SwitchingService,
  ) {}

  /**
   * Changes the settings of several outlets, with their devices, labels and consumers, all or none of them. Throws OUTLET_NOT_ALLOWED,
   * OUTLET_IN_LIST_UNKNOWN, OUTLET_IN_LIST_REPEATED, OUTLET_LABELS_FULL or LIST_TOTAL_FULL.
   * @returns the outlets as they are afterwards, in the order of the list
   */
  async changeMany(list: readonly ImportOutletDto[], caller: CallerWithAddress): Promise<OutletView[]> {
    this.#listed(list, caller.access);
    return this.switching.run({ caller, switches: false }, async () => {
      const outlets = this.#listed(list, caller.access); // the role may have changed meanwhile
      const changes = await mapInSlices(list, (wanted, place) => {
        const outlet = outlets[place] as OutletModel;
        return [outlet, { ...storedMembers(wanted), ...this.changeOf(outlet, wanted, String(place)) }] as const;
      });
      this.assertFits(changes);
      await this.settings.changeAll(changes, causeOf(caller));
      return mapInSlices(outlets, (outlet) => this.outlets.view(outlet, caller.access));
    });
  }

  /**
   * The device, the labels and the consumers that an outlet gets by a change; those that stay as they are, are absent or
   * the same objects. Throws OUTLET_LABELS_FULL.
   * @param path of the change in the body, where it is an entry of a list
   */
  changeOf(
    outlet: OutletModel,
    { device, labels, consumers }: Pick<ImportOutletDto, 'device' | 'labels' | 'consumers'>,
    path?: string,
  ): Pick<OutletChange, 'device' | 'labels' | 'consumers'> {
    const before = this.settings.of(outlet);
    const after = labels === undefined ? before.labels : changedLabels(before.labels, labels);
    if (Object.keys(after ?? {}).length > LABELS_OF_OUTLET) {
      const field = path === undefined ? 'labels' : `${path}.labels`;
      throw new ApiError('OUTLET_LABELS_FULL', outlet.id, LABELS_OF_OUTLET).at(field);
    }
    return {
      ...(device !== undefined && { device: changedDevice(before.device, device) }),
      ...(labels !== undefined && { labels: after }),
      ...(consumers !== undefined && { consumers: changedConsumers(before.consumers, consumers) }),
    };
  }

  /** Checks that all devices, labels and consumers together have room after these changes. Throws LIST_TOTAL_FULL. */
  assertFits(changes: readonly (readonly [OutletModel, OutletChange])[]): void {
    const details = changes.filter(([, change]) => change.device ?? change.labels ?? change.consumers);
    if (details.length === 0) return;
    const before = sumOf(details, ([outlet]) => sizeOf(this.settings.of(outlet)));
    const after = sumOf(details, ([outlet, change]) => sizeOf({ ...this.settings.of(outlet), ...change }));
    assertTotalFits('outletDetails', sumOf(this.settings.all(), sizeOf), before, after);
  }

  /** The outlets of a list; what the caller may not do is refused before what the list gets wrong. */
  #listed(list: readonly ImportOutletDto[], access: Access): OutletModel[] {
    const outlets = list.map(({ id }) => this.driver.model.outlet(id));
    for (const name of ['viewOutlets', 'modifyOutlets'] as const) {
      const forbidden = outlets.find((outlet) => outlet && !access.mayUse(name, outlet.id));
      if (forbidden) throw new ApiError('OUTLET_NOT_ALLOWED', forbidden.id, name);
    }
    const listed = new Set<OutletModel>();
    outlets.forEach((outlet, place) => {
      const field = `${place}.id`;
      if (!outlet) throw new ApiError('OUTLET_IN_LIST_UNKNOWN', list[place]?.id ?? '').at(field);
      if (listed.has(outlet)) throw new ApiError('OUTLET_IN_LIST_REPEATED', outlet.id).at(field);
      listed.add(outlet);
    });
    return [...listed];
  }
}
