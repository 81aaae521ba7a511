import { Injectable } from '@nestjs/common';
import type { Access, CallerWithAddress } from '../common/access.js';
import { causeOf } from '../common/cause.js';
import { Clock } from '../common/clock.js';
import { ApiError } from '../common/errors.js';
import { mapInSlices } from '../common/time-slices.js';
import { roundedToScale, measureOf, type MeasureName } from '../readings-format/measures.js';
import { ExtremesStore } from './extremes.store.js';
import { HistoryReaderService } from './history-reader.service.js';
import { HistoryRecorderService } from './history-recorder.service.js';
import { rangeOf } from './history-range.js';
import type { ExtremesResetView, HistoryObjectsView, HistoryView, ObjectExtremesView } from './history.view.js';
import { mayModify, mayView, assertModifiable, assertViewable } from './object-access.js';
import { extremesView, objectView, resolutionsView } from './history.view.js';
import { usedOf } from './steps.js';
import type { HistoryQueryDto, ResetObjectsDto } from './history.dto.js';
import { ObjectNamesService } from './object-names.service.js';
import type { HistoryObject } from './history-objects.js';

/** The history of the objects that a caller may see. */
@Injectable()
export class HistoryService {
  constructor(
    private readonly clock: Clock,
    private readonly recorder: HistoryRecorderService,
    private readonly reader: HistoryReaderService,
    private readonly extremes: ExtremesStore,
    private readonly names: ObjectNamesService,
  ) {}

  /** An object whose history the caller may view. Throws HISTORY_OBJECT_UNKNOWN, NOT_ALLOWED or OUTLET_NOT_ALLOWED. */
  find(id: string, access: Access): HistoryObject {
    const object = this.#find(id);
    assertViewable(access, object);
    return object;
  }

  /** Reads a history. Throws like {@link find}, HISTORY_MEASURE_UNKNOWN, or 422 for an impossible range. */
  async read(query: HistoryQueryDto, access: Access): Promise<HistoryView> {
    const { object: id, measure: name } = query;
    const object = this.find(id, access);
    const range = rangeOf(query, this.#now);
    const { unit, scale, counts = false } = measureOf(name);
    const result = await this.reader.readMeasure(object, name, range);
    if (!result) throw new ApiError('HISTORY_MEASURE_UNKNOWN', object.id, name).at('measure');
    const { steps, resolution } = result;
    const columns = steps.columns((value) => roundedToScale(value, scale));
    const { from, to, step } = steps;
    const used = counts ? { used: usedOf(columns).map((value) => roundedToScale(value, scale)) } : {};
    return {
      object: object.id,
      kind: object.kind,
      measure: name,
      unit,
      from,
      to,
      step,
      resolution,
      ...columns,
      ...used,
    };
  }

  async objects(access: Access): Promise<HistoryObjectsView> {
    return {
      objects: await mapInSlices(this.#visible(access), (object) => objectView(object, this.names.of(object))),
      resolutions: resolutionsView(this.recorder.memory.ring.capacity, this.reader.oldest),
    };
  }

  allExtremes(access: Access): Promise<ObjectExtremesView[]> {
    return mapInSlices(this.#visible(access), (object) =>
      extremesView(
        object,
        this.names.of(object),
        this.extremes.sinceOf(object),
        this.recorder.memory.extremes.of(object),
      ),
    );
  }

  /** The highest reading of a measure of each object that the caller may view, since the last reset, by id. */
  maximaOf(name: MeasureName, access: Access): ReadonlyMap<string, number> {
    const { scale } = measureOf(name);
    return new Map(
      this.#visible(access).flatMap((object) => {
        const extreme = this.recorder.memory.extremes.of(object)[name];
        return extreme ? [[object.id, roundedToScale(extreme.max, scale)] as const] : [];
      }),
    );
  }

  /**
   * Resets the extremes of the named objects, else of all that the caller may change. All or nothing: throws
   * HISTORY_OBJECT_UNKNOWN, NOT_ALLOWED or OUTLET_NOT_ALLOWED.
   */
  async resetExtremes({ objects }: ResetObjectsDto, caller: CallerWithAddress): Promise<ExtremesResetView> {
    const { access } = caller;
    const named = objects && [...new Set(objects.map((id) => this.#find(id)))];
    for (const object of named ?? []) assertModifiable(access, object);
    const chosen = named ?? this.recorder.objects.all.filter((object) => mayModify(access, object));
    if (chosen.length > 0) await this.extremes.reset(chosen, causeOf(caller));
    return { objects: chosen.map(({ id }) => id) };
  }

  /** End of the current second, so that a range up to now has the newest reading. */
  get #now(): number {
    return Math.floor(this.clock.now() / 1000) + 1;
  }

  #find(id: string): HistoryObject {
    const object = this.recorder.objects.find(id);
    if (!object) throw new ApiError('HISTORY_OBJECT_UNKNOWN', id);
    return object;
  }

  #visible(access: Access): HistoryObject[] {
    return this.recorder.objects.all.filter((object) => mayView(access, object));
  }
}
