import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PduDriver } from '../hardware/pdu.driver.js';
import { ConfigSections, type ConfigSection, omitDefaults } from '../common/configuration/config-sections.js';
import type { DocumentCheck } from '../common/configuration/document-check.js';
import { LIMITS, sumOf } from '../common/limits.js';
import { mapParts, type MapId } from '../common/configuration/part-ids.js';
import { FactoryResets } from '../common/factory-resets.js';
import { mapInSlices } from '../common/time-slices.js';
import {
  changedConsumers,
  changedDevice,
  changedLabels,
  LABELS_OF_OUTLET,
  sizeOf,
  type OutletDetails,
} from './outlet-details.js';
import { OutletStore } from './outlet.store.js';
import { OutletEntryDto } from './outlet.dto.js';
import { OutletEntity, PowerOnCountEntity } from './outlet.entity.js';

type OutletEntry = Required<Omit<OutletEntryDto, keyof OutletDetails>> & OutletDetails;

/** The settings of the outlets in the configuration document and in a factory reset. */
@Injectable()
export class OutletsConfiguration implements OnModuleInit, ConfigSection<OutletEntry[]> {
  constructor(
    private readonly sections: ConfigSections,
    private readonly resets: FactoryResets,
    private readonly driver: PduDriver,
    private readonly settings: OutletStore,
  ) {}

  onModuleInit(): void {
    this.sections.add('outlets', this);
    this.resets.add('outlets', { tables: [OutletEntity], reset: () => this.settings.replaceAll([]) });
    this.resets.keep('Counts losses of mains, which no reset undoes.', PowerOnCountEntity);
  }

  read(): OutletEntry[] {
    return this.driver.model.outlets.map((outlet) => entryOf(this.settings.of(outlet)));
  }

  async toDocument(content: OutletEntry[]): Promise<object[]> {
    const defaults = this.settings.defaults();
    return (await mapInSlices(content, (entry, place) => differing(entry, defaults[place]) ?? [])).flat();
  }

  mapIds(given: unknown, map: MapId): Promise<unknown> {
    return mapParts('outlets', 'outlet', given, map);
  }

  async check(given: unknown, check: DocumentCheck): Promise<OutletEntry[]> {
    const entries = new Map(this.settings.defaults().map((row) => [row.id, entryOf(row)]));
    for (const { entry, path } of await check.entries(OutletEntryDto, given, 'outlets', LIMITS.parts)) {
      const known = this.driver.model.hasOutlets ? entries.get(entry.id) : undefined;
      if (known) entries.set(entry.id, { ...known, ...entry, ...this.#detailsOf(entry, path, check) });
      else check.unfit(path, `This PDU has no outlet "${entry.id}".`);
    }
    check.checkTotal('outletDetails', sumOf(entries.values(), sizeOf));
    return [...entries.values()];
  }

  /** The device, the labels and the consumers of a document, which are complete there. */
  #detailsOf({ device, labels, consumers }: OutletEntryDto, path: string, check: DocumentCheck): OutletDetails {
    const wanted = changedLabels(null, labels ?? null);
    if (Object.keys(wanted ?? {}).length > LABELS_OF_OUTLET) {
      check.problem(`${path}.labels`, `An outlet has at most ${LABELS_OF_OUTLET} labels.`);
    }
    return {
      device: changedDevice(null, device ?? null),
      labels: wanted,
      consumers: changedConsumers(null, consumers ?? null),
    };
  }

  async apply(wanted: OutletEntry[]): Promise<void> {
    const defaults = this.settings.defaults();
    const rows = await mapInSlices(wanted, (entry, place) => {
      const { outletName: name, ...members } = entry;
      return differing(entry, defaults[place]) ? { name, ...members } : [];
    });
    await this.settings.replaceAll(rows.flat());
  }
}

/** The members of an entry that differ from the defaults; undefined if none does. */
const differing = (entry: OutletEntry, defaults: Readonly<OutletEntity> | undefined) =>
  omitDefaults(entry, defaults ? entryOf(defaults) : entry);

const entryOf = (outlet: Readonly<OutletEntity>): OutletEntry => ({
  id: outlet.id,
  outletName: outlet.name,
  pwrOnState: outlet.pwrOnState,
  customRebootTimeEnabled: outlet.customRebootTimeEnabled,
  customRebootTime: outlet.customRebootTime,
  protection: outlet.protection,
  device: outlet.device,
  labels: outlet.labels,
  consumers: outlet.consumers,
});
