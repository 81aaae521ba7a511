import { useQueries } from '@tanstack/react-query';
import { api, type ApiFailure, type Schema } from '../../api/client.js';
import { deviceNow } from '../../live/device-now.js';
import { fixedRange, secondsOf, type TimeRange } from '../../components/time-range/time-range.js';
import type { HistoryObject, Measure } from './history-choice.js';

export interface Wanted {
  readonly objects: readonly HistoryObject[];
  readonly measure: Measure;
  readonly range: TimeRange;
  readonly isBefore: boolean;
}

/** The history of an object, and the seconds by which it is older than the range: 0, or its length. */
export interface PartOfChart {
  readonly object: HistoryObject;
  readonly shift: number;
  readonly history: History;
}

type History = Schema['HistoryView'];

const HOUR = 3600;
const MINUTE = 60_000;

/** The histories that a chart asks for: one for each object, and another for the period before. */
export function askedFor({ objects, measure, range, isBefore }: Wanted) {
  const now = deviceNow();
  const seconds = secondsOf(range, now);
  const span = seconds.to - seconds.from;
  const minute = range.to === undefined ? Math.floor(now / 60) * 60 : seconds.to;
  const shifts = isBefore ? [0, span] : [0];
  return objects.flatMap((object) =>
    shifts.map((shift) => {
      const { from, to } = shift === 0 ? range : fixedRange(minute - span - shift, minute - shift);
      const query = {
        object: object.id,
        measure: measure.measure,
        from,
        ...(to !== undefined && { to }),
        // Bars of energy are days of the device's zone or hours, which are summed from hours.
        ...(measure.measure === 'energy' && span > 3 * HOUR && { step: HOUR }),
      };
      return { object, shift, query };
    }),
  );
}

/** The histories of all objects of a chart; undefined until all have come, and old while those of another time come. */
export function useHistories(chart: Wanted | undefined): {
  readonly parts: readonly PartOfChart[] | undefined;
  readonly error: ApiFailure | null;
  readonly isOld: boolean;
} {
  const wanted = chart ? askedFor(chart) : [];
  const queries = wanted.map(({ query }) => ({
    queryKey: ['/api/history', { query }],
    queryFn: ({ signal }: { signal: AbortSignal }) => api.get('/api/history', { query, signal }),
    ...(query.to === undefined && { refetchInterval: MINUTE }),
    // The chart stays until that of another time has come, but never under the name of another object or beside another past.
    placeholderData: (before: History | undefined) =>
      !chart?.isBefore && before?.object === query.object && before.measure === query.measure ? before : undefined,
  }));
  return useQueries({
    queries,
    // The answer stays the same object until something in it changes.
    combine: (answers) => {
      const error = answers.find((answer) => answer.error)?.error as ApiFailure | undefined;
      const parts = answers.flatMap(({ data }, place) => {
        const part = wanted[place];
        return data && part ? [{ object: part.object, shift: part.shift, history: data }] : [];
      });
      const isOld = answers.some(({ isPlaceholderData }) => isPlaceholderData);
      return { parts: parts.length === wanted.length ? parts : undefined, error: error ?? null, isOld };
    },
  });
}
