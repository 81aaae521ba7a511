import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PduDriver } from '../hardware/pdu.driver.js';
import { ConfigSections, type ConfigSection } from '../kernel/config-sections.js';
import type { DocumentCheck } from '../kernel/document-check.js';
import { LIMITS } from '../kernel/limits.js';
import { mapParts, type MapId } from '../kernel/part-ids.js';
import { ResetList } from '../kernel/reset-list.js';
import { mapInSlices } from '../kernel/slices.js';
import { withoutDefaults } from '../kernel/without-defaults.js';
import { OutletSettings } from './outlet-settings.service.js';
import { OutletEntryDto } from './outlet.dto.js';
import { Outlet } from './outlet.entity.js';
import { PowerOnCount } from './power-on-count.entity.js';

type OutletEntry = Required<OutletEntryDto>;

/** What users have set for the outlets, in the configuration document and in a factory reset. */
@Injectable()
export class OutletsConfiguration implements OnModuleInit, ConfigSection<OutletEntry[]> {
  constructor(
    private readonly sections: ConfigSections,
    private readonly resets: ResetList,
    private readonly driver: PduDriver,
    private readonly settings: OutletSettings,
  ) {}

  onModuleInit(): void {
    this.sections.add('outlets', this);
    this.resets.add('outlets', { tables: [Outlet], reset: () => this.settings.replaceAll([]) });
    this.resets.keep('Counts losses of mains, which no reset undoes.', PowerOnCount);
  }

  read(): OutletEntry[] {
    return this.driver.model.outlets.map((outlet) => entryOf(this.settings.of(outlet)));
  }

  async written(content: OutletEntry[]): Promise<object[]> {
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
      if (known) entries.set(entry.id, { ...known, ...entry });
      else check.unfit(path, `This PDU has no outlet "${entry.id}".`);
    }
    return [...entries.values()];
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

/** What of an entry is not as it is by default; undefined where all is. */
const differing = (entry: OutletEntry, defaults: Readonly<Outlet> | undefined) =>
  withoutDefaults(entry, defaults ? entryOf(defaults) : entry);

const entryOf = (outlet: Readonly<Outlet>): OutletEntry => ({
  id: outlet.id,
  outletName: outlet.name,
  pwrOnState: outlet.pwrOnState,
  customRebootTimeEnabled: outlet.customRebootTimeEnabled,
  customRebootTime: outlet.customRebootTime,
  protection: outlet.protection,
});
