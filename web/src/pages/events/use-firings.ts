import { useInfiniteQuery } from '@tanstack/react-query';
import { api, type ApiFailure, type Schema } from '../../api/client.js';

type FiringPage = Schema['FiringPageView'];
export type Firing = Schema['FiringView'];
const PAGE = 25;

/** The firings of an event, newest first, a page at a time; new ones come by themselves. */
export function useFirings(eventId: string) {
  const query = useInfiniteQuery<FiringPage, ApiFailure, Firing[], [string, string], number | undefined>({
    queryKey: ['/api/events/{eventId}/history', eventId],
    queryFn: ({ pageParam: before, signal }) =>
      api.get('/api/events/{eventId}/history', {
        path: { eventId },
        query: { limit: PAGE, ...(before !== undefined && { before }) },
        signal,
      }),
    initialPageParam: undefined,
    getNextPageParam: ({ nextBefore }) => nextBefore,
    select: ({ pages }) => pages.flatMap(({ firings }) => firings),
    refetchInterval: 3_000,
  });
  return {
    firings: query.data,
    error: query.error,
    isBusy: query.isFetchingNextPage,
    hasOlder: query.hasNextPage,
    older: () => void query.fetchNextPage(),
  };
}
