import type { Millis } from '../common/clock.js';
import type { Seconds } from '../common/units.js';
import type { StoredExtremes } from './extremes.js';
import type { HistoryObject } from './history-objects.js';
import type { MeasureName } from './measures.js';
import { measureOf, roundedToScale } from './measures.js';
import { MINUTES, QUARTERS, spanOf } from './resolutions.js';

export const objectView = ({ id, kind, measures }: HistoryObject, name: string): HistoryObjectView => ({
  id,
  kind,
  name,
  measures: measures.map((measure) => {
    const { label, unit } = measureOf(measure);
    return { measure, label, unit };
  }),
});

/** @param oldest begins of the oldest samples, seconds since 1970 */
export function resolutionsView(
  seconds: Seconds,
  oldest: { readonly seconds?: number; readonly minutes?: number; readonly quarters?: number },
): HistoryResolutionView[] {
  const view = (resolution: Seconds, span: Seconds, begin: number | undefined): HistoryResolutionView => ({
    resolution,
    span,
    ...(begin !== undefined && { oldest: begin }),
  });
  return [
    view(1, seconds, oldest.seconds),
    view(MINUTES.step, MINUTES.kept * spanOf(MINUTES), oldest.minutes),
    view(QUARTERS.step, QUARTERS.kept * spanOf(QUARTERS), oldest.quarters),
  ];
}

export function extremesView(
  { id, kind, measures }: HistoryObject,
  name: string,
  since: Millis,
  extremes: StoredExtremes,
): ObjectExtremesView {
  return {
    id,
    kind,
    name,
    since: new Date(since).toISOString(),
    measures: measures.flatMap((measure) => {
      const extreme = extremes[measure];
      if (!extreme) return [];
      const { unit, scale } = measureOf(measure);
      return [
        {
          measure,
          unit,
          min: roundedToScale(extreme.min, scale),
          minAt: new Date(extreme.minAt).toISOString(),
          max: roundedToScale(extreme.max, scale),
          maxAt: new Date(extreme.maxAt).toISOString(),
        },
      ];
    }),
  };
}

/** What kind of object has a history. */
export type HistoryKind = 'inlet' | 'line' | 'bank' | 'outlet' | 'sensor';

/**
 * The history of one measure of one object, in columns of equal length: entry `i` of each belongs to the step that begins
 * at `t[i]`. A step in which nothing was measured is left out: where `t` grows by more than `step`, there is a gap.
 */
export class HistoryView {
  /** For example "1-1200578". */
  object: string;
  kind: HistoryKind;
  /** For example "current". */
  measure: MeasureName;
  /** For example "A". */
  unit: string;
  /** Begin of the first step, seconds since 1970. */
  from: number;
  /** End of the last step, seconds since 1970. */
  to: number;
  /** Length of a step, s. Longer than asked for where only coarser samples are kept. */
  step: number;
  /** Length of the samples that the steps are made of: 1, 60 or 900 s. */
  resolution: number;
  /** Begin of each step, seconds since 1970; a multiple of `step`. */
  t: number[];
  /** Mean over the step. Of energy: the mean of the counter. */
  avg: number[];
  /** Lowest reading in the step. Of energy: the lifetime counter at its begin. */
  min: number[];
  /** Highest reading in the step. Of energy: the lifetime counter at its end. */
  max: number[];
  /** Energy only: what was used since the end of the entry before, kWh. */
  used?: number[];
}

/** One measure that an object has. */
export class HistoryMeasureView {
  /** For the query, for example "activePower". */
  measure: MeasureName;
  /** For people, for example "Active power". */
  label: string;
  /** For example "W". */
  unit: string;
}

/** One object that has a history. */
export class HistoryObjectView {
  /** For the query, for example "1-1200578". */
  id: string;
  kind: HistoryKind;
  /** What it is called now. */
  name: string;
  measures: HistoryMeasureView[];
}

/** How long samples of one length are kept. */
export class HistoryResolutionView {
  /** Length of a sample: 1, 60 or 900 s. */
  resolution: number;
  /** How far back they reach at most, s. */
  span: number;
  /** Begin of the oldest one there is, seconds since 1970; absent while there is none. */
  oldest?: number;
}

/** What can be asked for, as far as the caller may see it. */
export class HistoryObjectsView {
  objects: HistoryObjectView[];
  /** From the finest to the coarsest. */
  resolutions: HistoryResolutionView[];
}

/** The lowest and highest reading of one measure since the last reset. */
export class ExtremeView {
  measure: MeasureName;
  unit: string;
  min: number;
  /** ISO 8601, UTC. */
  minAt: string;
  max: number;
  /** ISO 8601, UTC. */
  maxAt: string;
}

/** The extremes of one object. */
export class ObjectExtremesView {
  /** For example "1-1200578". */
  id: string;
  kind: HistoryKind;
  name: string;
  /** When they began: the first start or the last reset. ISO 8601, UTC. */
  since: string;
  /** Those that have been measured since. */
  measures: ExtremeView[];
}

/** What a reset of extremes has done. */
export class ExtremesResetView {
  /** The objects whose extremes begin anew. */
  objects: string[];
}
