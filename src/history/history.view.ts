import { ApiProperty } from '@nestjs/swagger';
import type { Millis } from '../common/clock.js';
import { type Seconds, rounded, type KilowattHours } from '../common/units.js';
import type { StoredExtremes } from './extremes.js';
import type { HistoryObject } from './history-objects.js';
import { type MeasureName, measureOf, roundedToScale } from '../readings-format/measures.js';
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
    view(MINUTES.step, MINUTES.retained * spanOf(MINUTES), oldest.minutes),
    view(QUARTERS.step, QUARTERS.retained * spanOf(QUARTERS), oldest.quarters),
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

/** The kinds of objects with a history. */
export type HistoryKind = 'inlet' | 'line' | 'bank' | 'outlet' | 'sensor';

/**
 * The history of one measure of one object, in columns of equal length: entry `i` of each belongs to the step that
 * begins at `t[i]`. A step without readings is left out: where `t` grows by more than `step`, there is a gap.
 */
export class HistoryView {
  /** @example "1-1200578" */
  object: string;
  /** @example "outlet" */
  kind: HistoryKind;
  /** @example "current" */
  measure: MeasureName;
  /** @example "A" */
  unit: string;
  /** Begin of the first step, seconds since 1970. @example 1793607180 */
  from: number;
  /** End of the last step, seconds since 1970. @example 1793607300 */
  to: number;
  /** Length of a step, s. Longer than requested if only coarser samples are stored. @example 60 */
  step: number;
  /** Length of the samples that the steps are made of: 1, 60 or 900 s. @example 60 */
  resolution: number;
  /** Begin of each step, seconds since 1970; a multiple of `step`. @example [1793607180, 1793607240] */
  t: number[];
  /** Mean over the step. For energy the mean of the counter. @example [1.24, 1.26] */
  avg: number[];
  /** Lowest reading in the step. For energy the lifetime counter at its begin. @example [1.2, 1.21] */
  min: number[];
  /** Highest reading in the step. For energy the lifetime counter at its end. @example [1.31, 1.3] */
  max: number[];
  /** Energy used since the end of the previous entry, kWh; only for energy. */
  used?: number[];
}

/** The last minutes of one object. */
export class RecentObjectView {
  /** @example "1-1200578" */
  id: string;
  /** Mean over each step, the oldest first; null for a step without readings. @example [140, null] */
  @ApiProperty({ type: 'array', items: { type: 'number', nullable: true } })
  avg: (number | null)[];
}

/** The last minutes of one measure of all objects of a kind that the caller may view, in the same steps. */
export class RecentHistoryView {
  /** @example "outlet" */
  kind: HistoryKind;
  /** @example "activePower" */
  measure: MeasureName;
  /** @example "W" */
  unit: string;
  /** Begin of the first step, seconds since 1970. @example 1793607260 */
  from: number;
  /** End of the last step, which is still being measured. @example 1793607300 */
  to: number;
  /** Length of a step, s. @example 20 */
  step: number;
  objects: RecentObjectView[];
}

/** One measure that an object has. */
export class HistoryMeasureView {
  /** For the query. @example "activePower" */
  measure: MeasureName;
  /** For people. @example "Active power" */
  label: string;
  /** @example "W" */
  unit: string;
}

/** One object that has a history. */
export class HistoryObjectView {
  /** For the query. @example "1-1200578" */
  id: string;
  /** @example "outlet" */
  kind: HistoryKind;
  /** Present name of the object. @example "db-master" */
  name: string;
  measures: HistoryMeasureView[];
}

/** The retention of samples of one length. */
export class HistoryResolutionView {
  /** Length of a sample: 1, 60 or 900 s. @example 60 */
  resolution: number;
  /** Largest time span that they cover, s. @example 7776000 */
  span: number;
  /** Begin of the oldest sample, seconds since 1970; absent without one. @example 1785831300 */
  oldest?: number;
}

/** The objects and resolutions that the caller may query. */
export class HistoryObjectsView {
  objects: HistoryObjectView[];
  /** The resolutions from the finest to the coarsest. */
  resolutions: HistoryResolutionView[];
}

/** The lowest and highest reading of one measure since the last reset. */
export class ExtremeView {
  /** @example "activePower" */
  measure: MeasureName;
  /** @example "W" */
  unit: string;
  /** @example 22.4 */
  min: number;
  /** Time of the lowest reading, ISO 8601, UTC. @example "2026-11-01T03:12:40.000Z" */
  minAt: string;
  /** @example 188 */
  max: number;
  /** Time of the highest reading, ISO 8601, UTC. @example "2026-11-01T20:04:12.000Z" */
  maxAt: string;
}

/** The extremes of one object. */
export class ObjectExtremesView {
  /** @example "1-1200578" */
  id: string;
  /** @example "outlet" */
  kind: HistoryKind;
  /** @example "db-master" */
  name: string;
  /** Time of the first start or the last reset, ISO 8601, UTC. @example "2026-10-01T00:00:00.000Z" */
  since: string;
  /** The extremes of the measures with readings since then. */
  measures: ExtremeView[];
}

/** The result of a reset of extremes. */
export class ExtremesResetView {
  /** The objects whose extremes were reset. @example ["1-1200578"] */
  objects: string[];
}

/** The two energy counters of an inlet, bank or outlet. An unknown one is left out. */
export class EnergyView {
  /** @example "1-1200578" */
  id: string;
  /** @example "outlet" */
  kind: HistoryKind;
  /** @example "db-master" */
  name: string;
  /** Active energy since the meter was new; never reset. kWh. @example 1250.4 */
  lifetime?: number | undefined;
  /** Active energy since the last reset, kWh. @example 86.2 */
  sinceReset?: number | undefined;
  /** Time of the last reset, ISO 8601, UTC; absent if it was never reset. @example "2026-10-01T00:00:00.000Z" */
  resetAt?: string;
}

/** The result of a reset of energy counters. */
export class EnergyResetView {
  /** The objects whose counters were reset. A counter without a present value is not reset. @example ["1-1200578"] */
  objects: string[];
}

interface Counters {
  readonly lifetime: KilowattHours | undefined;
  readonly sinceReset: KilowattHours | undefined;
  readonly resetAt: number | undefined;
}

export function energyView({ id, kind }: HistoryObject, name: string, counters: Counters): EnergyView {
  const { lifetime, sinceReset, resetAt } = counters;
  return {
    id,
    kind,
    name,
    lifetime: rounded(lifetime),
    sinceReset: rounded(sinceReset),
    ...(resetAt !== undefined && { resetAt: new Date(resetAt).toISOString() }),
  };
}
