/**
 * Looks again and again until it is so: what happens in other processes takes as long as it takes.
 *
 * @throws {Error} it is not so after a minute, on a slow machine after as much longer
 */
export async function eventually(isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = performance.now() + scaledTimeLimit(60_000); !(await isSo());) {
    if (performance.now() > end) throw new Error('It has not come about in time.');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** How many times slower than a quiet machine with two cores this one is, at least 1; see measure-machine.mjs. */
export const SLOWNESS = Math.max(1, Number(process.env['TEST_SLOWNESS'] ?? 1));

/** A time limit of a quiet machine, in ms, made as much longer as this machine is slower. */
export const scaledTimeLimit = (limit: number): number => Math.ceil(limit * SLOWNESS);
