import { Injectable } from '@nestjs/common';
import type { Access } from '../common/access.js';
import { Clock } from '../common/clock.js';
import { mapInSlices } from '../common/time-slices.js';
import type { RecentHistoryQueryDto } from './history.dto.js';
import type { HistoryObject } from './history-objects.js';
import { HistoryRecorderService } from './history-recorder.service.js';
import type { RecentHistoryView } from './history.view.js';
import { measureOf, roundedToScale, type MeasureName } from '../readings-format/measures.js';
import { mayView } from './object-access.js';
import { blockAt, beginOf, MINUTES } from './resolutions.js';
import { Steps } from './steps.js';

/** The time span and the step by default, s: what a small line beside an object shows. */
export const RECENT = { span: 600, step: 20 } as const;

/** So many means in one answer, which is made into text at once: the step of very many objects grows instead. */
const MAX_MEANS = 500_000;

/** The last minutes of one measure of all objects of a kind, from what is in memory. */
@Injectable()
export class RecentHistoryService {
  constructor(
    private readonly clock: Clock,
    private readonly recorder: HistoryRecorderService,
  ) {}

  /** Only the objects that the caller may view and that have the measure. */
  async read(
    { kind, measure, span = RECENT.span, step: wanted = RECENT.step }: RecentHistoryQueryDto,
    access: Access,
  ): Promise<RecentHistoryView> {
    const { unit, scale } = measureOf(measure);
    const objects = this.recorder.objects.all.filter(
      (object) => object.kind === kind && object.measures.includes(measure) && mayView(access, object),
    );
    const step = Math.max(wanted, Math.ceil(span / Math.floor(MAX_MEANS / objects.length)));
    const to = Math.floor(this.clock.now() / 1000 / step + 1) * step;
    const from = to - Math.ceil(span / step) * step;
    const columns = await mapInSlices(objects, (object) => ({
      id: object.id,
      avg: this.#steps(object, measure, new Steps(from, to, step)).means((value) => roundedToScale(value, scale)),
    }));
    return { kind, measure, unit, from, to, step, objects: columns };
  }

  /** The seconds since the start, and before them the minutes, of which each fills all of its steps. */
  #steps(object: HistoryObject, name: MeasureName, steps: Steps): Steps {
    const { memory, objects } = this.recorder;
    const series = objects.seriesOf(object, name) ?? -1;
    const seconds = Math.min(memory.ring.oldest ?? steps.to, steps.to);
    for (let hour = hourOf(steps.from); hour <= hourOf(seconds); hour++) {
      memory.each(hour, object, measureOf(name).code, series, (slot, ...sample) => {
        const begin = beginOf(MINUTES, hour) + slot * MINUTES.step;
        for (let at = begin; at < Math.min(begin + MINUTES.step, seconds); at += steps.step) steps.add(at, ...sample);
      });
    }
    memory.ring.each(series, steps.from, steps.to, (second, value) => steps.add(second, 1, value, value, value));
    return steps;
  }
}

const hourOf = (second: number): number => blockAt(MINUTES, second * 1000);
