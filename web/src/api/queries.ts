import {
  keepPreviousData,
  QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { api, ApiFailure, type Answer, type PathWith, type Sent } from './client.js';

/** A refusal is final; only a request that did not reach the controller is repeated, unless that took its whole time. */
const retry = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof ApiFailure && error.status === 0 && error.code !== 'TIMEOUT';

/** True without an answer, and with that of a proxy whose controller is not there. */
export const isUnreached = (error: Error | null): boolean =>
  error instanceof ApiFailure && (error.status === 0 || (error.code === 'UNKNOWN' && error.status > 500));

/** True of a failure that passes: nothing was reached, or the server could not answer. */
const mayPass = (error: Error | null): boolean =>
  error instanceof ApiFailure && (error.status === 0 || error.status === 429 || error.status >= 500);

/** The interval at which what could not be read is read again, as its message says; ms. */
const AGAIN = 10_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry,
      staleTime: 5_000,
      refetchOnWindowFocus: true,
      networkMode: 'always',
      refetchInterval: ({ state }) => mayPass(state.error) && AGAIN,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/**
 * Reads again all that is shown, because it may be as old as an outage of the network. What was asked for during the outage is
 * given up first: its answer may come a minute after the network is back.
 */
export async function readAllAgain(): Promise<void> {
  await queryClient.cancelQueries();
  await queryClient.invalidateQueries();
}

type Options<P extends PathWith<'get'>> = Partial<Sent<'get', P>> & {
  /** The interval in ms at which the path is read again, for data that the stream does not carry. */
  every?: number;
  /** The interval in ms while the controller cannot be reached; that of `every` if absent. */
  everyAfterFailure?: number;
  /** False if the path is not read: the role may not, or the model has no such objects. */
  enabled?: boolean;
  /** True to keep the answer of before while that to other parameters has not come. */
  keepsAnswer?: boolean;
};

/**
 * Reads a path of the API. The query key is the path with its parameters, so that `useChange` can invalidate it by
 * path.
 */
export function useApi<P extends PathWith<'get'>>(
  path: P,
  { every, everyAfterFailure = every, enabled = true, keepsAnswer = false, ...sent }: Options<P> = {},
): UseQueryResult<Answer<'get', P>, ApiFailure> {
  return useQuery<Answer<'get', P>, ApiFailure>({
    ...queryOf(path, sent),
    enabled,
    ...(keepsAnswer && { placeholderData: keepPreviousData }),
    ...(every !== undefined && {
      refetchInterval: ({ state }) => (isUnreached(state.error) ? everyAfterFailure : every) ?? false,
    }),
  });
}

/** Reads a path before a component asks for it; a failure, of which the answer is undefined, is left for the component. */
export const readAhead = <P extends PathWith<'get'>>(
  path: P,
  sent: Partial<Sent<'get', P>> = {},
): Promise<Answer<'get', P> | undefined> => queryClient.query(queryOf(path, sent)).catch(() => undefined);

const queryOf = <P extends PathWith<'get'>>(path: P, sent: object) => ({
  queryKey: [path, sent],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => {
    const get = api.get as (path: P, sent: object) => Promise<Answer<'get', P>>;
    return get(path, { ...sent, signal });
  },
});

/**
 * A change: calls `work`, then reads again all paths that begin with one of `makesOld`. The callbacks of `mutate` come after that,
 * and never if what is read takes their component off the page: what must happen then belongs into `work`.
 */
export function useChange<Input, Output>(
  work: (input: Input) => Promise<Output>,
  makesOld: readonly string[] = [],
): UseMutationResult<Output, ApiFailure, Input> {
  const client = useQueryClient();
  return useMutation<Output, ApiFailure, Input>({
    mutationFn: work,
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [path] }) => typeof path === 'string' && makesOld.some((old) => path.startsWith(old)),
      }),
  });
}

interface Pages<Page, Entry, Cursor> {
  readonly key: readonly string[];
  /** Reads one page; the first has no cursor. */
  readonly read: (cursor: Partial<Cursor>, signal: AbortSignal) => Promise<Page>;
  /** The cursor of the page after this one; undefined for the last. */
  readonly next: (page: Page) => Cursor | undefined;
  readonly entriesOf: (page: Page) => readonly Entry[];
  readonly every?: number;
}

/** The cursor of lists that go on with what is older than an entry. */
export const olderThan = ({ nextBefore }: { readonly nextBefore?: number }): { readonly before: number } | undefined =>
  nextBefore === undefined ? undefined : { before: nextBefore };

/** The cursor of the timeline. */
export const atCursor = ({
  nextCursor: cursor,
}: {
  readonly nextCursor?: number;
}): { readonly cursor: number } | undefined => (cursor === undefined ? undefined : { cursor });

/** A list of the API that is read page by page, newest first; `entries` is undefined until the first page has come. */
export function usePages<Page, Entry, Cursor extends object>(pages: Pages<Page, Entry, Cursor>) {
  const query = useInfiniteQuery<Page, ApiFailure, Entry[], readonly string[], Cursor | undefined>({
    queryKey: pages.key,
    queryFn: ({ pageParam, signal }) => pages.read(pageParam ?? {}, signal),
    initialPageParam: undefined,
    getNextPageParam: pages.next,
    select: (data) => data.pages.flatMap(pages.entriesOf),
    ...(pages.every !== undefined && { refetchInterval: pages.every }),
  });
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const isRefreshWaiting = useRef(false);
  /** Reads after what is being read, which it would cancel otherwise: older entries that were asked for, or the newest. */
  const enqueue = (read: () => Promise<unknown>): void => {
    last.current = last.current.then(read);
  };
  return {
    entries: query.data,
    error: query.error,
    isBusy: query.isFetchingNextPage,
    hasOlder: query.hasNextPage,
    older: () => enqueue(() => query.fetchNextPage()),
    refresh: () => {
      if (isRefreshWaiting.current) return;
      isRefreshWaiting.current = true;
      enqueue(() => {
        isRefreshWaiting.current = false;
        return query.refetch();
      });
    },
  };
}
