/** A network that loses every packet, or a proxy that waits for ever, refuses nothing; ms. */
const LIMIT = 20_000;

export interface ReadLimit {
  readonly signal: AbortSignal;
  /** Takes the limit away, once the whole answer is there. */
  readonly stop: () => void;
}

/**
 * Ends a read that gets no whole answer in time.
 * @param given ends it earlier
 */
export function readLimit(given?: AbortSignal, limit = LIMIT): ReadLimit {
  const read = new AbortController();
  const timer = setTimeout(() => read.abort(new DOMException('There was no answer in time.', 'TimeoutError')), limit);
  const giveUp = (): void => read.abort(given?.reason);
  if (given?.aborted) giveUp();
  given?.addEventListener('abort', giveUp);
  const stop = (): void => {
    clearTimeout(timer);
    given?.removeEventListener('abort', giveUp);
  };
  return { signal: read.signal, stop };
}
