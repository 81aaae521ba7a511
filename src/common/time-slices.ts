/** So many entries are worked on before everything else that waits gets its turn. */
export const ENTRIES_AT_ONCE = 10;

let entriesLeft = ENTRIES_AT_ONCE;

/**
 * To be awaited for each entry that long work has come to: after every few of them, whoever's they are, a switch, a poll
 * cycle and other requests go on. What was true before it may not be true after it.
 */
export function yieldWhenDue(): Promise<void> | undefined {
  if (--entriesLeft > 0) return undefined;
  entriesLeft = ENTRIES_AT_ONCE;
  return yieldNow();
}

/** Lets everything that waits go on now. */
export const yieldNow = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Like `map`, giving way before each: for a few pieces of work that are long themselves. */
export async function mapYielding<T, R>(pieces: Iterable<T>, work: (piece: T) => R | Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const piece of pieces) {
    await yieldNow();
    results.push(await work(piece));
  }
  return results;
}

/** Like `map`, giving way after every few entries. */
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
