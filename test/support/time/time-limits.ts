import { within } from '../../../src/common/time-limit.js';

/**
 * Polls until a condition holds, because other processes need an unknown time.
 *
 * @throws {Error} it does not hold after a minute, or proportionally later on a slow machine
 */
export async function eventually(isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = performance.now() + scaledTimeLimit(60_000); !(await isSo());) {
    if (performance.now() > end) throw new Error('It has not come about in time.');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** A promise for what another program or a server sends; rejects with its name after ten seconds of a quiet machine. */
export const inTime = <T>(coming: Promise<T>, what: string, limit = 10_000): Promise<T> =>
  within(scaledTimeLimit(limit), coming, `${what} has not come in time.`);

/** The time limit of a quiet machine, ms, multiplied by the slowness of this one when the present file began; see test-environment.mjs. */
export const scaledTimeLimit = (limit: number): number =>
  Math.ceil(limit * Math.max(1, Number(process.env['TEST_SLOWNESS'] ?? 1)));

/** Real time in which sockets can do what a second of virtual time has begun. */
export const forSockets = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, scaledTimeLimit(10)));
