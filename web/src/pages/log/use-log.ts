import { useInfiniteQuery } from '@tanstack/react-query';
import { api, type ApiFailure, type Schema } from '../../api/client.js';

type LogPage = Schema['LogPageView'];
const PAGE = 100;

/** The entries of the log of one kind (all: ''), a page at a time; undefined while the first page is on its way. */
export function useLog(kind: string) {
  const query = useInfiniteQuery<LogPage, ApiFailure, Schema['LogEntryView'][], [string, string], number | undefined>({
    queryKey: ['/api/log', kind],
    queryFn: ({ pageParam: before, signal }) =>
      api.get('/api/log', {
        query: { limit: PAGE, ...(kind && { kind }), ...(before !== undefined && { before }) },
        signal,
      }),
    initialPageParam: undefined,
    getNextPageParam: ({ nextBefore }) => nextBefore,
    select: ({ pages }) => pages.flatMap(({ entries }) => entries),
  });
  return {
    entries: query.data,
    error: query.error,
    isBusy: query.isFetchingNextPage,
    hasOlder: query.hasNextPage,
    older: () => void query.fetchNextPage(),
    refresh: () => void query.refetch(),
  };
}
