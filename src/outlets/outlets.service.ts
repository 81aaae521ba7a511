import { createHash } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { isDeadCircuit } from '../hardware/mains.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { OutletModel } from '../hardware/profiles/pdu-model.js';
import { RelayIntentStore } from '../hardware/relays/relay-intent.store.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import type { Access } from '../common/access.js';
import { ApiError } from '../common/errors.js';
import { CachedResponses, type CachedResponse } from '../common/cached-response.js';
import { SwitchingService } from '../switching/switching.service.js';
import { OutletListJson } from './outlet-list-json.js';
import { labelFilter, type LabelFilter, type Labels, type OutletDetails, type OutletDevice } from './outlet-details.js';
import { OutletStore } from './outlet.store.js';
import { ReachabilityService } from './reachability.service.js';
import { outletView, relayHealthOf, type OutletSources, type OutletView } from './outlet.view.js';

/** The outlets: what they are called and what they measure. */
@Injectable()
export class OutletsService implements OnModuleInit {
  readonly #list = new CachedResponses(
    'outlets',
    () => this.snapshots.revision,
    (access) => this.#json.list(this.visibleTo(access), access),
  );
  readonly #streamed = new CachedResponses(
    'streamed-outlets',
    () => this.snapshots.revision,
    (access) =>
      this.#json.list(this.visibleTo(access), access, ({ id }) => (this.#changed.has(id) ? 'explicit' : 'left out')),
  );
  readonly #streamedFirst = new CachedResponses(
    'first-streamed-outlets',
    () => this.snapshots.revision,
    (access) =>
      this.#json.list(this.visibleTo(access), access, ({ id }) =>
        this.#everDetailed.has(id) ? 'explicit' : 'present',
      ),
  );
  readonly #json: OutletListJson;
  /** The outlets whose device, labels or consumers have changed since the last message of the stream. */
  readonly #changed = new Set<string>();
  /** The outlets that have, or have had since the start, a device, labels or consumers. */
  readonly #everDetailed = new Set<string>();

  constructor(
    private readonly driver: PduDriver,
    private readonly snapshots: SnapshotStore,
    private readonly settings: OutletStore,
    private readonly switching: SwitchingService,
    private readonly intents: RelayIntentStore,
    private readonly reachability: ReachabilityService,
  ) {
    this.#json = new OutletListJson(driver.model.profile, (outlet) => this.#sourcesOf(outlet));
  }

  async onModuleInit(): Promise<void> {
    await this.settings.load();
    for (const { id, device, labels, consumers } of this.settings.all()) {
      if (device ?? labels ?? consumers) this.#everDetailed.add(id);
    }
    this.settings.onChange((changes) => {
      for (const { id, before, after } of changes) {
        const differs = (member: keyof OutletDetails) => (before?.[member] ?? null) !== (after?.[member] ?? null);
        if (DETAILS.some(differs)) this.#detailsChanged(String(id));
      }
    });
    this.reachability.onChange((id) => this.#detailsChanged(id));
    this.snapshots.onTick('upkeep', () => this.#changed.clear());
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

  /**
   * The same for the stream: with the device, the labels and the consumers of an outlet only when they have changed since
   * the message before. `isFirst` is for a reader that has not got the message before: all of them.
   */
  streamed(access: Access, isFirst: boolean): CachedResponse {
    if (this.#everDetailed.size === 0) return this.prepared(access);
    return (isFirst ? this.#streamedFirst : this.#streamed).for(access);
  }

  /**
   * The visible outlets with all of these labels, as JSON. Throws OUTLETS_NOT_AVAILABLE.
   * @param texts of label filters, such as `tenant:blue`
   */
  filtered(access: Access, texts: readonly string[]): CachedResponse {
    this.#assertAvailable();
    const labels = texts.flatMap((text) => labelFilter(text) ?? []);
    const found = this.visibleTo(access).filter((outlet) => hasLabels(this.labelsOf(outlet), labels));
    const name = createHash('sha256').update(JSON.stringify(labels)).digest('base64url').slice(0, 16);
    const json = this.#json.list(found, access);
    return CachedResponses.once(json, `outlets-${name}`, this.snapshots.revision, access);
  }

  /** The labels of an outlet by key. */
  labelsOf(outlet: OutletModel): Labels {
    return this.settings.of(outlet).labels ?? NO_LABELS;
  }

  /** The device behind an outlet, as it was entered; null where nobody has said. */
  deviceOf(outlet: OutletModel): OutletDevice | null {
    return this.settings.of(outlet).device;
  }

  /** The outlets with a label of this key that a caller may view, by the value of the label, in the model's order. */
  byLabel(key: string, access: Access): Map<string, OutletModel[]> {
    const found = new Map<string, OutletModel[]>();
    for (const outlet of this.visibleTo(access)) {
      const labels = this.labelsOf(outlet);
      const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
      if (value === undefined) continue;
      const outlets = found.get(value) ?? [];
      outlets.push(outlet);
      found.set(value, outlets);
    }
    return found;
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

  /**
   * True for an outlet whose relay has failed; undefined while that is not known, and where outlets have no relays. The
   * `relayHealth` of the API only compares state and voltage: without power on its circuit an outlet that is on has `Failed`
   * there, and no fault here.
   */
  hasRelayFault({ id, bank, position }: OutletModel): boolean | undefined {
    const { model } = this.driver;
    if (!model.profile.outletSwitching) return undefined;
    const { current: now } = this.snapshots;
    const reading = now.outlets[position];
    const health = relayHealthOf(this.intents.failing.has(id, reading?.state), reading);
    if (health !== 'Failed') return health === 'OK' ? false : undefined;
    const circuit = model.banks[bank];
    return reading?.state === 'OFF' || !circuit || isDeadCircuit(now, model, circuit) !== true;
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
      turnsOnAt: this.switching.turnsOnAt(outlet.id),
      isFailing: this.intents.failing.has(outlet.id, reading?.state),
      lastCommand: this.intents.lastCommand(outlet.id),
      reachability: this.reachability.of(outlet.id),
    };
  }

  #detailsChanged(id: string): void {
    this.#changed.add(id);
    this.#everDetailed.add(id);
  }

  #assertAvailable(): void {
    if (!this.driver.model.hasOutlets) throw new ApiError('OUTLETS_NOT_AVAILABLE');
  }
}

const NO_LABELS: Labels = {};
const DETAILS = ['device', 'labels', 'consumers'] as const satisfies readonly (keyof OutletDetails)[];

const hasLabels = (labels: Labels, wanted: readonly LabelFilter[]): boolean =>
  wanted.every(({ key, value }) => Object.hasOwn(labels, key) && (value === undefined || labels[key] === value));
