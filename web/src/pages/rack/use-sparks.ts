import { useMemo } from 'react';
import { useApi } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import type { OutletRow } from '../outlets/outlet-rows.js';

export type Spark = readonly (number | null)[];

/** Interval at which the lines are read again, ms; one step of them takes 20 s. */
const EVERY = 20_000;
const NOT_READ: Spark = [];

/**
 * The power of each outlet in the last ten minutes, in steps of 20 s, by one request for all; empty until it is answered,
 * so that each line has its place from the beginning.
 */
export function useSparks(rows: readonly OutletRow[], isMetered: boolean): ReadonlyMap<string, Spark> {
  const { rights } = useSession();
  const { data, isLoading } = useApi('/api/history/recent', {
    query: { kind: 'outlet', measure: 'activePower' },
    every: EVERY,
    enabled: isMetered && rights.viewsOutlets,
  });
  const places = isLoading ? rows : undefined;
  return useMemo(
    () => new Map(places?.map(({ id }) => [id, NOT_READ]) ?? data?.objects.map(({ id, avg }) => [id, avg])),
    [places, data],
  );
}
