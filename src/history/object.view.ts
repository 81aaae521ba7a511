import type { Millis } from '../kernel/clock.js';
import type { Seconds } from '../kernel/units.js';
import type { StoredExtremes } from './extremes.js';
import type { HistoryObjectView, HistoryResolutionView, ObjectExtremesView } from './history.view.js';
import { asKept, measureOf } from './measures.js';
import { MINUTES, QUARTERS, spanOf } from './resolutions.js';
import type { Thing } from './things.js';

export const objectView = ({ id, kind, measures }: Thing, name: string): HistoryObjectView => ({
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
  { id, kind, measures }: Thing,
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
          min: asKept(extreme.min, scale),
          minAt: new Date(extreme.minAt).toISOString(),
          max: asKept(extreme.max, scale),
          maxAt: new Date(extreme.maxAt).toISOString(),
        },
      ];
    }),
  };
}
