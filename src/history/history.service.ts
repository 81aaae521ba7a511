import { Injectable } from '@nestjs/common';
import type { Access, CallerAt } from '../kernel/access.js';
import { causeOf } from '../kernel/cause.js';
import { Clock } from '../kernel/clock.js';
import { ApiError } from '../kernel/errors.js';
import { asKept, measureOf } from './measures.js';
import { ExtremesStore } from './extremes-store.service.js';
import { HistoryReader } from './history-reader.service.js';
import { HistoryRecorder } from './history-recorder.service.js';
import { readHistoryQuery } from './history.query.js';
import type { ExtremesResetView, HistoryObjectsView, HistoryView, ObjectExtremesView } from './history.view.js';
import { mayModify, mayView, mustModify, mustView } from './may-view.js';
import { extremesView, objectView, resolutionsView } from './object.view.js';
import { usedOf } from './steps.js';
import type { ResetObjectsDto } from './reset-objects.dto.js';
import { ThingNames } from './thing-names.service.js';
import type { Thing } from './things.js';

/** What was measured, for who may see it. */
@Injectable()
export class HistoryService {
  constructor(
    private readonly clock: Clock,
    private readonly recorder: HistoryRecorder,
    private readonly reader: HistoryReader,
    private readonly extremes: ExtremesStore,
    private readonly names: ThingNames,
  ) {}

  /** Throws 422 for a query that is none, HISTORY_OBJECT_UNKNOWN, NOT_ALLOWED or OUTLET_NOT_ALLOWED. */
  async read(query: Readonly<Record<string, unknown>>, access: Access): Promise<HistoryView> {
    if (typeof query['object'] === 'string' && query['object'] !== '') mustView(access, this.#find(query['object']));
    const { object, measure: name, ...stretch } = readHistoryQuery(query, this.#now);
    const thing = this.#find(object);
    const series = this.recorder.things.seriesOf(thing, name);
    const { code, unit, scale, counts = false } = measureOf(name);
    if (series === undefined) throw new ApiError('HISTORY_MEASURE_UNKNOWN', thing.id, name).at('measure');
    const { steps, resolution } = await this.reader.read({ thing, series, measure: code, counts, ...stretch });
    const columns = steps.columns((value) => asKept(value, scale));
    const { from, to, step } = steps;
    const used = counts ? { used: usedOf(columns).map((value) => asKept(value, scale)) } : {};
    return { object: thing.id, kind: thing.kind, measure: name, unit, from, to, step, resolution, ...columns, ...used };
  }

  objects(access: Access): HistoryObjectsView {
    return {
      objects: this.#visible(access).map((thing) => objectView(thing, this.names.of(thing))),
      resolutions: resolutionsView(this.recorder.memory.ring.capacity, this.reader.oldest),
    };
  }

  allExtremes(access: Access): ObjectExtremesView[] {
    return this.#visible(access).map((thing) =>
      extremesView(thing, this.names.of(thing), this.extremes.sinceOf(thing), this.recorder.memory.extremes.of(thing)),
    );
  }

  /**
   * Lets the extremes of those that are named begin anew, else of all that the caller may change. All or nothing: throws
   * HISTORY_OBJECT_UNKNOWN, NOT_ALLOWED or OUTLET_NOT_ALLOWED.
   */
  async resetExtremes({ objects }: ResetObjectsDto, caller: CallerAt): Promise<ExtremesResetView> {
    const { access } = caller;
    const named = objects && [...new Set(objects.map((id) => this.#find(id)))];
    for (const thing of named ?? []) mustModify(access, thing);
    const things = named ?? this.recorder.things.all.filter((thing) => mayModify(access, thing));
    if (things.length > 0) await this.extremes.reset(things, causeOf(caller));
    return { objects: things.map(({ id }) => id) };
  }

  /** End of the running second, so that a stretch up to now has the newest reading. */
  get #now(): number {
    return Math.floor(this.clock.now() / 1000) + 1;
  }

  #find(id: string): Thing {
    const thing = this.recorder.things.find(id);
    if (!thing) throw new ApiError('HISTORY_OBJECT_UNKNOWN', id);
    return thing;
  }

  #visible(access: Access): Thing[] {
    return this.recorder.things.all.filter((thing) => mayView(access, thing));
  }
}
