import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PduDriver } from '../hardware/pdu.driver.js';
import { ConfigSections, type ConfigSection } from '../common/configuration/config-sections.js';
import type { DocumentCheck } from '../common/configuration/document-check.js';
import { mapParts, type MapId } from '../common/configuration/part-ids.js';
import { FactoryResets } from '../common/factory-resets.js';
import { omitDefaults } from '../common/configuration/config-sections.js';
import { RelayOutputStore } from './relay-output.store.js';
import { RelayOutputEntryDto } from './relay-output.dto.js';
import { RelayOutputEntity } from './relay-output.entity.js';

/** An entry of the configuration document with its defaults written out. */
export type RelayOutputEntry = Required<RelayOutputEntryDto>;

/** The settings of the relay outputs in the configuration document and in a factory reset. */
@Injectable()
export class RelayOutputsConfiguration implements OnModuleInit, ConfigSection<RelayOutputEntry[]> {
  constructor(
    private readonly sections: ConfigSections,
    private readonly resets: FactoryResets,
    private readonly driver: PduDriver,
    private readonly settings: RelayOutputStore,
  ) {}

  onModuleInit(): void {
    this.sections.add('relayOutputs', this);
    this.resets.add('relayOutputs', { tables: [RelayOutputEntity], reset: () => this.settings.replaceAll([]) });
  }

  read(): RelayOutputEntry[] {
    return this.driver.model.relayOutputs.map((relay) => entryOf(this.settings.of(relay)));
  }

  toDocument(content: RelayOutputEntry[]): object[] {
    const defaults = this.settings.defaults().map(entryOf);
    return content.flatMap((entry, place) => omitDefaults(entry, defaults[place] ?? entry) ?? []);
  }

  mapIds(given: unknown, map: MapId): Promise<unknown> {
    return mapParts('relayOutputs', 'relayOutput', given, map);
  }

  async check(given: unknown, check: DocumentCheck): Promise<RelayOutputEntry[]> {
    const entries = new Map(this.settings.defaults().map((row) => [row.id, entryOf(row)]));
    for (const { entry, path } of await check.entries(RelayOutputEntryDto, given, 'relayOutputs')) {
      const known = entries.get(entry.id);
      if (known) entries.set(entry.id, { ...known, ...entry });
      else check.unfit(path, `This PDU has no relay output "${entry.id}".`);
    }
    const wanted = [...entries.values()];
    for (const [place, { id, relayName }] of wanted.entries()) {
      const isTaken = wanted.slice(0, place).some((other) => other.relayName.toLowerCase() === relayName.toLowerCase());
      if (isTaken) check.problem(`relayOutputs.${id}.relayName`, `Another relay output is named "${relayName}".`);
    }
    return wanted;
  }

  async apply(wanted: RelayOutputEntry[]): Promise<void> {
    const defaults = this.settings.defaults().map(entryOf);
    const differing = wanted.filter((entry, place) => omitDefaults(entry, defaults[place] ?? entry));
    await this.settings.replaceAll(differing.map(({ relayName: name, ...members }) => ({ name, ...members })));
  }
}

const entryOf = (relay: Readonly<RelayOutputEntity>): RelayOutputEntry => ({
  id: relay.id,
  relayName: relay.name,
  customRebootTimeEnabled: relay.customRebootTimeEnabled,
  customRebootTime: relay.customRebootTime,
});
