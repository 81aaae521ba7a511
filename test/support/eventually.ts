/**
 * Looks again and again until it is so: what happens in other processes takes as long as it takes.
 *
 * @throws {Error} it is not so after a minute
 */
export async function eventually(isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = performance.now() + 60_000; !(await isSo());) {
    if (performance.now() > end) throw new Error('It has not come about within a minute.');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
