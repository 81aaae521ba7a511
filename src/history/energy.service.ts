import { Injectable } from '@nestjs/common';
import { EnergyCounters } from '../energy/energy-counters.service.js';
import type { Access, CallerAt } from '../kernel/access.js';
import { causeOf } from '../kernel/cause.js';
import { ApiError } from '../kernel/errors.js';
import { energyView, type EnergyResetView, type EnergyView } from './energy.view.js';
import { HistoryRecorder } from './history-recorder.service.js';
import { mayModify, mayView, mustModify } from './may-view.js';
import type { ResetObjectsDto } from './reset-objects.dto.js';
import { ThingNames } from './thing-names.service.js';
import type { Thing } from './things.js';

/** The energy counters, for who may see the thing that is metered. */
@Injectable()
export class EnergyService {
  constructor(
    private readonly recorder: HistoryRecorder,
    private readonly counters: EnergyCounters,
    private readonly names: ThingNames,
  ) {}

  list(access: Access): EnergyView[] {
    const metered = new Map(this.counters.metered.map((each) => [each.id, each]));
    return this.#things
      .filter((thing) => mayView(access, thing))
      .map((thing) => {
        const reading = metered.get(thing.id) ?? { id: thing.id };
        return energyView(thing, this.names.of(thing), {
          lifetime: reading.energy,
          sinceReset: this.counters.energyOf(reading),
          resetAt: this.counters.resetAtOf(thing.id),
        });
      });
  }

  /**
   * Lets the counters of those that are named begin anew, else of all that the caller may change. All or nothing: throws
   * HISTORY_OBJECT_UNKNOWN, NOT_ALLOWED or OUTLET_NOT_ALLOWED.
   */
  async reset({ objects }: ResetObjectsDto, caller: CallerAt): Promise<EnergyResetView> {
    const { access } = caller;
    const named = objects?.map((id) => this.#find(id));
    for (const thing of named ?? []) mustModify(access, thing);
    const things = named ?? this.#things.filter((thing) => mayModify(access, thing));
    const ids = new Set(things.map(({ id }) => id));
    return { objects: await this.counters.resetSome(ids, causeOf(caller)) };
  }

  get #things(): Thing[] {
    return this.recorder.things.all.filter(({ measures }) => measures.includes('energy'));
  }

  #find(id: string): Thing {
    const thing = this.#things.find((each) => each.id === id);
    if (!thing) throw new ApiError('HISTORY_OBJECT_UNKNOWN', id);
    return thing;
  }
}
