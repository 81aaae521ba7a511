import type { Millis } from '../common/clock.js';
import type { Amps, Watts } from '../common/units.js';

/** A highest current and its time. */
export interface Peak {
  readonly amps: Amps;
  /** Begin of the minute. */
  readonly at: Millis;
}

/** The peaks and the typical current of one node by the history. A peak is absent where the history is shorter than its time. */
export interface NodeStatistics {
  readonly day?: Peak | undefined;
  readonly week?: Peak | undefined;
  readonly month?: Peak | undefined;
  /** The highest of the last week or, where the history is shorter, of all of it. */
  readonly recent?: Peak | undefined;
  /** 95th percentile of the minute averages of the last 7 days. */
  readonly typical?: Amps | undefined;
  /** The most power within the last week; absent where the history is shorter, and of other nodes than outlets. */
  readonly mostWatts?: Watts | undefined;
}

/** The statistics of a three-phase inlet: those of its lines, whichever is highest. */
export function highestOf(statistics: readonly NodeStatistics[]): NodeStatistics {
  const peak = (of: (each: NodeStatistics) => Peak | undefined): Peak | undefined =>
    statistics.map(of).reduce((most, each) => (each && (!most || each.amps > most.amps) ? each : most), undefined);
  const typical = statistics.map((each) => each.typical).filter((amps) => amps !== undefined);
  return {
    day: peak(({ day }) => day),
    week: peak(({ week }) => week),
    month: peak(({ month }) => month),
    recent: peak(({ recent }) => recent),
    typical: typical.length === 0 ? undefined : Math.max(...typical),
  };
}

/** The value that this share of the values does not exceed (nearest rank); undefined without any. Sorts the values. */
export function percentileOf(values: Float64Array, share: number): number | undefined {
  if (values.length === 0) return undefined;
  return values.sort()[Math.max(0, Math.ceil(values.length * share) - 1)];
}
