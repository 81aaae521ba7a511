/** The number of entries that are processed before the event loop continues. */
export const ENTRIES_AT_ONCE = 10;

let entriesLeft = ENTRIES_AT_ONCE;

/**
 * Long work awaits this for each entry: after every few entries of all such work, a switching command, a poll cycle and
 * other requests can run. State may have changed when it returns.
 */
export function yieldWhenDue(): Promise<void> | undefined {
  if (--entriesLeft > 0) return undefined;
  entriesLeft = ENTRIES_AT_ONCE;
  return yieldNow();
}

/** Yields to the event loop now. */
export const yieldNow = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

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
