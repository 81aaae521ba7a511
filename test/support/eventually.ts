import { patient } from './patience.js';

/**
 * Looks again and again until it is so: what happens in other processes takes as long as it takes.
 *
 * @throws {Error} it is not so after a minute, on a slow machine after as much longer
 */
export async function eventually(isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = performance.now() + patient(60_000); !(await isSo());) {
    if (performance.now() > end) throw new Error('It has not come about in time.');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
