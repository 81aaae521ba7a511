import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { SensorModel } from '../hardware/profiles/pdu-model.js';
import { ConfigSections, type ConfigSection } from '../common/configuration/config-sections.js';
import type { DocumentCheck } from '../common/configuration/document-check.js';
import { mapParts, type MapId } from '../common/configuration/part-ids.js';
import { FactoryResets } from '../common/factory-resets.js';
import { SensorLabelEntity, type LabelledPart } from './sensor-label.entity.js';
import { SensorLabelStore } from './sensor-label.store.js';
import type { LabelOf } from './sensor.view.js';
import { labelsOf, refuseRepeated } from './sensor-change.js';
import { HUB_POINTS, SensorEntryDto, type UpdateSensorDto } from './sensor.dto.js';

type SensorEntry = { readonly id: string } & Pick<UpdateSensorDto, 'sensorName' | 'outputRelays' | 'digitalInputs'>;

const PLACES = Array.from({ length: HUB_POINTS }, (_, place) => place + 1);

/** The names of the sensors and of what hangs on a hub, in the configuration document and in a factory reset. */
@Injectable()
export class SensorsConfiguration implements OnModuleInit, ConfigSection<SensorEntry[]> {
  constructor(
    private readonly sections: ConfigSections,
    private readonly resets: FactoryResets,
    private readonly driver: PduDriver,
    private readonly labels: SensorLabelStore,
  ) {}

  onModuleInit(): void {
    this.sections.add('sensors', this);
    this.resets.add('sensors', { tables: [SensorLabelEntity], reset: () => this.labels.replaceAll([]) });
  }

  read(): SensorEntry[] {
    return this.driver.model.sensors.map(({ id }) =>
      entryOf(id, (part, index) => this.labels.labelOf(id, part, index)),
    );
  }

  /** A sensor of which nothing has a name of its own is left out. */
  toDocument(content: SensorEntry[]): SensorEntry[] {
    return content.filter((entry) => Object.keys(entry).length > 1);
  }

  mapIds(given: unknown, map: MapId): Promise<unknown> {
    return mapParts('sensors', 'sensor', given, map);
  }

  async check(given: unknown, check: DocumentCheck): Promise<SensorEntry[]> {
    const wanted = new Map<string, SensorEntry>();
    for (const { entry, path } of await check.entries(SensorEntryDto, given, 'sensors')) {
      const sensor = this.driver.model.sensors.find(({ id }) => id === entry.id);
      if (!sensor) check.unfit(path, `This PDU has no sensor "${entry.id}".`);
      else wanted.set(entry.id, checked(sensor, entry, path, check));
    }
    return this.driver.model.sensors.map(({ id }) => wanted.get(id) ?? { id });
  }

  async apply(wanted: SensorEntry[]): Promise<void> {
    await this.labels.replaceAll(
      wanted.flatMap((entry) =>
        labelsOf(entry).map(({ part, index, name = null, description = null }) => ({
          sensor: entry.id,
          part,
          index,
          name,
          description,
        })),
      ),
    );
  }
}

function checked({ id, kind }: SensorModel, entry: SensorEntryDto, path: string, check: DocumentCheck): SensorEntry {
  const { outputRelays = [], digitalInputs = [] } = entry;
  if (kind !== 'dio_hub' && outputRelays.length + digitalInputs.length > 0) {
    check.unfit(path, `Sensor "${id}" is not a smart I/O hub, so nothing hangs on it.`);
    return { id, ...(entry.sensorName !== undefined && { sensorName: entry.sensorName }) };
  }
  try {
    refuseRepeated('outputRelays', outputRelays);
    refuseRepeated('digitalInputs', digitalInputs);
  } catch (error) {
    check.refuse(path, error);
  }
  const labels = labelsOf(entry);
  return entryOf(id, (part, index) => labels.find((each) => each.part === part && each.index === index) ?? {});
}

/** Only what has a name or description of its own, in the order of the indexes. */
function entryOf(id: string, labelOf: LabelOf): SensorEntry {
  const { name: sensorName } = labelOf('sensor', 0);
  const named = (part: LabelledPart) =>
    PLACES.map((index) => ({ index, ...labelOf(part, index) })).filter(
      ({ name, description }) => name !== undefined || description !== undefined,
    );
  const relays = named('relay').map(({ index, name, description }) => ({
    index,
    ...(name !== undefined && { outputRelayName: name }),
    ...(description !== undefined && { outputRelayDescription: description }),
  }));
  const inputs = named('input').map(({ index, name, description }) => ({
    index,
    ...(name !== undefined && { digitalInputName: name }),
    ...(description !== undefined && { digitalInputDescription: description }),
  }));
  return {
    id,
    ...(sensorName !== undefined && { sensorName }),
    ...(relays.length > 0 && { outputRelays: relays }),
    ...(inputs.length > 0 && { digitalInputs: inputs }),
  };
}
