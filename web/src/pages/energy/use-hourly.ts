import { useQueries } from '@tanstack/react-query';
import { api, type Schema } from '../../api/client.js';
import type { TimeRange } from '../../components/time-range/time-range.js';

const HOUR = 3600;
const QUARTER = 900_000;

/** The energy of each hour of these objects; empty until all have come. */
export function useHourly(
  objects: readonly Schema['HistoryObjectView'][],
  { from, to }: TimeRange,
): Schema['HistoryView'][] {
  const queries = objects.map(({ id }) => {
    const query = { object: id, measure: 'energy' as const, step: HOUR, from, ...(to !== undefined && { to }) };
    return {
      queryKey: ['/api/history', { query }],
      queryFn: ({ signal }: { signal: AbortSignal }) => api.get('/api/history', { query, signal }),
      ...(to === undefined && { refetchInterval: QUARTER }),
    };
  });
  return useQueries({
    queries,
    // The answer stays the same object until something in it changes.
    combine: (answers) => {
      const histories = answers.flatMap(({ data }) => data ?? []);
      return histories.length === objects.length ? histories : [];
    },
  });
}
