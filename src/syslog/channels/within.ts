const LIMIT_MS = 3000;

/** The result of the work; rejects when it has not come in 3 s, after calling `giveUp`. */
export async function within<T>(work: Promise<T>, what: string, giveUp?: () => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      giveUp?.();
      reject(new Error(`${what} took longer than ${LIMIT_MS / 1000} s`));
    }, LIMIT_MS);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
