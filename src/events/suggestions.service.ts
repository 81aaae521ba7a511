import { Injectable } from '@nestjs/common';
import { BanksService } from '../banks/banks.service.js';
import type { Access, CallerWithAddress } from '../common/access.js';
import { ApiError } from '../common/errors.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { InletsService } from '../inlets/inlets.service.js';
import { OutletsService } from '../outlets/outlets.service.js';
import { SensorsService } from '../sensors/sensors.service.js';
import type { CreateEventDto } from './event.dto.js';
import type { EventView } from './event.view.js';
import { EventsService } from './events.service.js';
import { mayRead } from './object-access.js';
import { RulesService } from './rules.service.js';
import { suggestionsFor, type KnownParts, type Suggestion } from './suggestions.js';

/** Suggests events for this model and what is plugged into it, and creates those that a user has chosen. */
@Injectable()
export class SuggestionsService {
  constructor(
    private readonly events: EventsService,
    private readonly rules: RulesService,
    private readonly driver: PduDriver,
    private readonly snapshots: SnapshotStore,
    private readonly inlets: InletsService,
    private readonly banks: BanksService,
    private readonly outlets: OutletsService,
    private readonly sensors: SensorsService,
  ) {}

  /** Suggested events about objects that the role may see; without those that are there with the same parameters. */
  list(access: Access): Suggestion[] {
    const keyOf = (code: number, params: readonly string[]): string => [code, ...params].join('\n').trimEnd();
    const existing = new Set(this.events.all.map(({ code, params }) => keyOf(code, params)));
    return suggestionsFor(this.driver.model, this.#parts).filter(
      ({ code, params }) =>
        !existing.has(keyOf(code, params)) &&
        this.rules.objectsOf({ code, params }).every(({ kind, id }) => mayRead(access, kind, id)),
    );
  }

  /**
   * Creates all of these, or none. Throws SUGGESTION_UNKNOWN, and what the creation of an event throws.
   * @param names one for each of the ids; undefined: those of the suggestions
   */
  create(
    ids: readonly string[],
    names: readonly string[] | undefined,
    caller: CallerWithAddress,
  ): Promise<EventView[]> {
    if (names && names.length !== ids.length) {
      throw ApiError.validation([{ field: 'names', message: 'names must be a list of one name for each id.' }]);
    }
    return this.events.createAll(() => this.#chosen(ids, names, caller.access), caller);
  }

  #chosen(ids: readonly string[], names: readonly string[] | undefined, access: Access): CreateEventDto[] {
    const suggested = new Map(this.list(access).map((each) => [each.id, each]));
    const nameOf = new Map(names?.map((name, place) => [ids[place], name]));
    return [...new Set(ids)].map((id) => {
      const found = suggested.get(id);
      if (!found) throw new ApiError('SUGGESTION_UNKNOWN', id).at('ids');
      const { name, code, params } = found;
      return { name: nameOf.get(id) ?? name, code, params: [...params], actions: [] };
    });
  }

  get #parts(): KnownParts {
    return {
      now: this.snapshots.current,
      nameOf: (kind, id) => {
        switch (kind) {
          case 'inlet':
            return this.inlets.nameOf(this.inlets.find(id));
          case 'bank':
            return this.banks.nameOf(this.banks.find(id));
          case 'outlet':
            return this.#outletName(id);
          case 'sensor':
            return this.sensors.view(this.sensors.find(id)).sensorName;
        }
      },
      hasDevice: (id) => this.outlets.deviceOf(this.outlets.find(id)) !== null,
    };
  }

  #outletName(id: string): string {
    const outlet = this.outlets.find(id);
    return this.outlets.deviceOf(outlet)?.name ?? this.outlets.view(outlet).outletName;
  }
}
