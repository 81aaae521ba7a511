import { Interrupted } from './command.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs work that ends early at Ctrl-C, or when the terminal or the session ends: it is aborted, cleans up, and
 * {@link Interrupted} is thrown. Without this, the process would end at once and leave its temporary copies of keys.
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort(new Interrupted());
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    return await work(stopping.signal);
  } catch (error) {
    stopping.signal.throwIfAborted();
    throw error;
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}
