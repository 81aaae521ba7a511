import { useMemo } from 'react';
import { useApi } from '../../api/queries.js';
import { useSession } from '../../session/session.js';

export type Spark = readonly (number | null)[];

/** Interval at which the lines are read again, ms; one step of them takes 20 s. */
const EVERY = 20_000;

/** The power of each outlet in the last ten minutes, in steps of 20 s, by one request for all. */
export function useSparks(isMetered: boolean): ReadonlyMap<string, Spark> {
  const { rights } = useSession();
  const { data } = useApi('/api/history/recent', {
    query: { kind: 'outlet', measure: 'activePower' },
    every: EVERY,
    enabled: isMetered && rights.viewsOutlets,
  });
  return useMemo(() => new Map(data?.objects.map(({ id, avg }) => [id, avg])), [data]);
}
