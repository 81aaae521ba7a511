/** How many times slower than a quiet machine with two cores this one is, at least 1; see measure-machine.mjs. */
export const SLOWNESS = Math.max(1, Number(process.env['TEST_SLOWNESS'] ?? 1));

/** A time limit of a quiet machine, in ms, made as much longer as this machine is slower. */
export const patient = (limit: number): number => Math.ceil(limit * SLOWNESS);
