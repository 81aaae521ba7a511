import type { Millis } from '../../kernel/clock.js';

/** The promise, or a rejection with `sentence` once `limit` has passed. What comes later is dropped. */
export async function within<T>(limit: Millis, call: Promise<T>, sentence: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(sentence)), limit).unref();
  });
  try {
    return await Promise.race([call, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
