import { Injectable } from '@nestjs/common';
import { EnergyCountersService } from '../energy/energy-counters.service.js';
import type { Access, CallerWithAddress } from '../common/access.js';
import { causeOf } from '../common/cause.js';
import { ApiError } from '../common/errors.js';
import { energyView, type EnergyResetView, type EnergyView } from './history.view.js';
import { HistoryRecorderService } from './history-recorder.service.js';
import { mayModify, mayView, assertModifiable } from './object-access.js';
import type { ResetObjectsDto } from './history.dto.js';
import { ObjectNamesService } from './object-names.service.js';
import type { HistoryObject } from './history-objects.js';

/** The energy counters of the objects that a caller may see. */
@Injectable()
export class EnergyService {
  constructor(
    private readonly recorder: HistoryRecorderService,
    private readonly counters: EnergyCountersService,
    private readonly names: ObjectNamesService,
  ) {}

  list(access: Access): EnergyView[] {
    const metered = new Map(this.counters.metered.map((each) => [each.id, each]));
    return this.#meteredObjects
      .filter((object) => mayView(access, object))
      .map((object) => {
        const reading = metered.get(object.id) ?? { id: object.id };
        return energyView(object, this.names.of(object), {
          lifetime: reading.energy,
          sinceReset: this.counters.energyOf(reading),
          resetAt: this.counters.resetAtOf(object.id),
        });
      });
  }

  /**
   * Resets the counters of the named objects, else of all that the caller may change. All or nothing: throws
   * HISTORY_OBJECT_UNKNOWN, NOT_ALLOWED or OUTLET_NOT_ALLOWED.
   */
  async reset({ objects }: ResetObjectsDto, caller: CallerWithAddress): Promise<EnergyResetView> {
    const { access } = caller;
    const named = objects?.map((id) => this.#find(id));
    for (const object of named ?? []) assertModifiable(access, object);
    const chosen = named ?? this.#meteredObjects.filter((object) => mayModify(access, object));
    const ids = new Set(chosen.map(({ id }) => id));
    return { objects: await this.counters.resetSome(ids, causeOf(caller)) };
  }

  get #meteredObjects(): HistoryObject[] {
    return this.recorder.objects.all.filter(({ measures }) => measures.includes('energy'));
  }

  #find(id: string): HistoryObject {
    const object = this.#meteredObjects.find((each) => each.id === id);
    if (!object) throw new ApiError('HISTORY_OBJECT_UNKNOWN', id);
    return object;
  }
}
