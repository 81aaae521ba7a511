/** The number of entries that are processed before the event loop continues. */
export const ENTRIES_AT_ONCE = 10;

/** The longest time of processing before the event loop continues, ms: entries may be large, and code not compiled yet. */
const TIME_AT_ONCE = 4;

let entriesLeft = ENTRIES_AT_ONCE;
/** The end of the last yield, ms. */
let yieldedAt = 0;

/**
 * Long work awaits this for each entry: after every few entries of all such work, or a few milliseconds, a switching command, a poll cycle and
 * other requests can run. State may have changed when it returns.
 */
export function yieldWhenDue(): Promise<void> | undefined {
  if (--entriesLeft > 0) return yieldWhenLate();
  entriesLeft = ENTRIES_AT_ONCE;
  return yieldNow();
}

/** Like {@link yieldWhenDue} for entries that take very different times: yields only when this work has taken long. */
export function yieldWhenLate(): Promise<void> | undefined {
  return performance.now() - yieldedAt < TIME_AT_ONCE ? undefined : yieldNow();
}

/** Yields to the event loop now. */
export async function yieldNow(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  yieldedAt = performance.now();
}

/** Like `map`, but yields before each item: for a few items that take long themselves. */
export async function mapYielding<T, R>(pieces: Iterable<T>, work: (piece: T) => R | Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const piece of pieces) {
    await yieldNow();
    results.push(await work(piece));
  }
  return results;
}

/** Like `map`, but yields after every few entries. */
export async function mapInSlices<T, R>(
  entries: Iterable<T>,
  work: (entry: T, place: number) => R | Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (const entry of entries) {
    await yieldWhenDue();
    results.push(await work(entry, results.length));
  }
  return results;
}
