import {
  QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { api, ApiFailure, type Answer, type PathWith, type Sent } from './client.js';

/** A refusal is final; only what did not reach the controller is tried again. */
const retry = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof ApiFailure && error.status === 0;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry, staleTime: 5_000, refetchOnWindowFocus: true, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

type Options<P extends PathWith<'get'>> = Partial<Sent<'get', P>> & {
  /** Ask again after so many ms, for what the stream does not carry. */
  every?: number;
  /** False: do not ask (the role may not, the model has none). */
  enabled?: boolean;
};

/** Reads a path of the API. The key is the path with its parameters, so `useChange` can name what it makes old. */
export function useApi<P extends PathWith<'get'>>(
  path: P,
  { every, enabled = true, ...sent }: Options<P> = {},
): UseQueryResult<Answer<'get', P>, ApiFailure> {
  return useQuery<Answer<'get', P>, ApiFailure>({
    queryKey: [path, sent],
    queryFn: ({ signal }) => {
      const get = api.get as (path: P, sent: object) => Promise<Answer<'get', P>>;
      return get(path, { ...sent, signal });
    },
    enabled,
    ...(every !== undefined && { refetchInterval: every }),
  });
}

/** A change: calls `work`, then reads again what it makes old (the paths' own queries, and all that begin with them). */
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
