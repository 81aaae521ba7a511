import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PduDriver } from '../hardware/pdu.driver.js';
import { ConfigSections, type ConfigSection } from '../common/configuration/config-sections.js';
import type { DocumentCheck, CheckedEntry } from '../common/configuration/document-check.js';
import { sumOf } from '../common/limits.js';
import { mapEntries, mapParams, type MapId } from '../common/configuration/part-ids.js';
import { ApiError } from '../common/errors.js';
import { FactoryResets } from '../common/factory-resets.js';
import { mapInSlices } from '../common/time-slices.js';
import { eventCode } from './catalogue/index.js';
import { readParams } from './catalogue/read-params.js';
import { EventEntryDto } from './event.dto.js';
import { AcknowledgementStore } from './alarms/acknowledgement.store.js';
import { ConditionAlarmsService } from './alarms/condition-alarms.service.js';
import {
  AlarmAcknowledgementEntity,
  AlarmConditionEntity,
  EventOccurrenceEntity,
  EventEntity,
  EventPowerOnEntity,
  EventRuleStateEntity,
} from './event.entity.js';
import { EventStore, type StoredEvent } from './event.store.js';
import { RuleJournalService } from './occurrences/rule-journal.service.js';

/** An entry of the configuration document with its defaults written out. */
export type EventEntry = Omit<StoredEvent, 'maker'>;

/** The events in the configuration document and in a factory reset. */
@Injectable()
export class EventsConfiguration implements OnModuleInit, ConfigSection<EventEntry[]> {
  constructor(
    private readonly sections: ConfigSections,
    private readonly resets: FactoryResets,
    private readonly driver: PduDriver,
    private readonly store: EventStore,
    private readonly journal: RuleJournalService,
    private readonly acknowledgements: AcknowledgementStore,
    private readonly conditions: ConditionAlarmsService,
  ) {}

  onModuleInit(): void {
    this.sections.add('events', this);
    this.resets.add('events', { tables: [EventEntity], reset: () => this.store.replaceAll([]) });
    this.resets.add('firings', {
      tables: [EventRuleStateEntity, EventOccurrenceEntity, AlarmConditionEntity, AlarmAcknowledgementEntity],
      reset: async () => {
        await this.journal.deleteAll();
        await this.conditions.deleteAll();
        await this.acknowledgements.deleteAll();
      },
    });
    this.resets.keep('Counts losses of mains, which no reset undoes.', EventPowerOnEntity);
  }

  read(): EventEntry[] {
    return this.store
      .all()
      .map(entryOf)
      .sort((a, b) => a.id - b.id);
  }

  mapIds(given: unknown, map: MapId): Promise<unknown> {
    return mapEntries('events', given, (entry, path) => {
      const kinds = eventCode(Number(entry['code']))?.params.map(({ kind }) => kind) ?? [];
      return mapParams(entry, kinds, path, map);
    });
  }

  async check(given: unknown, check: DocumentCheck): Promise<EventEntry[]> {
    const entries = await check.entries(EventEntryDto, given, 'events');
    const known = new Map(this.store.all().map((event) => [event.id, event]));
    const wanted = (await mapInSlices(entries, (each) => this.#checked(each, known, check) ?? [])).flat();
    check.checkTotal(
      'eventActions',
      sumOf(wanted, ({ actions }) => actions.length),
    );
    return wanted.sort((a, b) => a.id - b.id);
  }

  async apply(wanted: EventEntry[]): Promise<void> {
    const now = new Map(this.store.all().map((event) => [event.id, event]));
    await this.store.replaceAll(
      await mapInSlices(wanted, (entry) => {
        const known = now.get(entry.id);
        if (known && JSON.stringify(entryOf(known)) === JSON.stringify(entry)) return known;
        return { ...entry, maker: known?.maker ?? null };
      }),
    );
  }

  #checked(
    { entry, path }: CheckedEntry<EventEntryDto>,
    events: ReadonlyMap<number, StoredEvent>,
    check: DocumentCheck,
  ): EventEntry | undefined {
    const { id, name, enabled = true, code, params = [] } = entry;
    const { model } = this.driver;
    const row = eventCode(code);
    if (!row) {
      check.problem(`${path}.code`, new ApiError('EVENT_CODE_UNKNOWN', code).message);
      return;
    }
    const actions = entry.actions.filter((action) => isPlanned(action, path, check));
    const known = events.get(id);
    // Another model may have run when it was written; an unchanged entry is not checked again.
    if (known?.code === code && known.params.join('\n') === params.join('\n')) {
      return entryOf({ id, name, enabled, code, params, actions });
    }
    if (!row.fits(model)) {
      check.unfit(`${path}.code`, `This model cannot raise the event ${code}, ${row.name}.`);
      return;
    }
    try {
      return entryOf({ id, name, enabled, code, params: readParams(row, params, model), actions });
    } catch (error) {
      check.refuse(path, error, 'unfit');
      return;
    }
  }
}

function isPlanned(action: number, path: string, check: DocumentCheck): boolean {
  const isThere = check.isPlanned('actions', action);
  if (!isThere) check.unfit(`${path}.actions`, `No action has the id ${action}.`);
  return isThere;
}

const entryOf = ({ id, name, enabled, code, params, actions }: EventEntry): EventEntry => ({
  id,
  name,
  enabled,
  code,
  params,
  actions,
});
