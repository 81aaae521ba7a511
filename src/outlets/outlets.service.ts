import { Injectable } from '@nestjs/common';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { OutletModel } from '../hardware/profiles/pdu-model.js';
import { RelayIntentStore } from '../hardware/relays/relay-intent.store.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import type { Access } from '../common/access.js';
import { ApiError } from '../common/errors.js';
import { CachedResponses, type CachedResponse } from '../common/cached-response.js';
import { SwitchingService } from '../switching/switching.service.js';
import { OutletListJson } from './outlet-list-json.js';
import { OutletStore } from './outlet.store.js';
import { outletView, type OutletSources, type OutletView } from './outlet.view.js';

/** The outlets: what they are called and what they measure. */
@Injectable()
export class OutletsService {
  readonly #list = new CachedResponses(
    'outlets',
    () => this.snapshots.revision,
    (access) => this.#json.list(this.visibleTo(access), access),
  );
  readonly #json: OutletListJson;

  constructor(
    private readonly driver: PduDriver,
    private readonly snapshots: SnapshotStore,
    private readonly settings: OutletStore,
    private readonly switching: SwitchingService,
    private readonly intents: RelayIntentStore,
  ) {
    this.#json = new OutletListJson(driver.model.profile, (outlet) => this.#sourcesOf(outlet));
  }

  /** By id or index. Throws OUTLETS_NOT_AVAILABLE or OUTLET_UNKNOWN. */
  find(idOrIndex: string): OutletModel {
    this.#assertAvailable();
    const outlet = this.driver.model.outlet(idOrIndex);
    if (!outlet) throw new ApiError('OUTLET_UNKNOWN', idOrIndex);
    return outlet;
  }

  /** The outlets that a caller may view, as JSON. Throws OUTLETS_NOT_AVAILABLE. */
  prepared(access: Access): CachedResponse {
    this.#assertAvailable();
    return this.#list.for(access);
  }

  /** The outlets that a caller may view; none on a model without outlets. */
  visibleTo(access: Access): readonly OutletModel[] {
    const { model } = this.driver;
    if (!model.hasOutlets) return [];
    return access.isAdministrator ? model.outlets : model.outlets.filter(({ id }) => access.mayView(id));
  }

  /** Those outlets as they are shown. */
  list(access: Access): OutletView[] {
    return this.visibleTo(access).map((outlet) => this.view(outlet, access));
  }

  /** @param access of whoever it is shown to; without one it names nobody */
  view(outlet: OutletModel, access?: Access): OutletView {
    return outletView(this.#sourcesOf(outlet), this.driver.model.profile, access);
  }

  #sourcesOf(outlet: OutletModel): OutletSources {
    const { outlets, banks } = this.snapshots.current;
    const reading = outlets[outlet.position];
    return {
      outlet,
      settings: this.settings.of(outlet),
      reading,
      bank: banks[outlet.bank],
      rebootStatus: this.switching.statusOf(outlet.id),
      isFailing: this.intents.failing.has(outlet.id, reading?.state),
      lastCommand: this.intents.lastCommand(outlet.id),
    };
  }

  #assertAvailable(): void {
    if (!this.driver.model.hasOutlets) throw new ApiError('OUTLETS_NOT_AVAILABLE');
  }
}
