import type { Millis } from './clock.js';

/** The promise, or a rejection with `sentence` once `limit` has passed. A later result is dropped. */
export function within<T>(limit: Millis, call: Promise<T>, sentence: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(sentence)), limit).unref();
    void call.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}

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

/** Resolves after this time, for programs that ask another one again and again. */
export const pause = (milliseconds: Millis): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
