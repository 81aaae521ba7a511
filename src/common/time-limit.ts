/**
 * Settles like `work`, or resolves with the result of `late` after `milliseconds`. The signal is aborted at the limit.
 */
export async function withTimeLimit<T>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
  late: () => T,
): Promise<T> {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<T>((resolve) => {
    timer = setTimeout(() => {
      stop.abort();
      resolve(late());
    }, milliseconds);
  });
  try {
    return await Promise.race([work(stop.signal), limit]);
  } finally {
    clearTimeout(timer);
  }
}
