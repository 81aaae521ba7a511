import type { BusState } from './plant.js';

/** Carries a call over the simulated bus: late, or not at all, as the twin says. */
export async function overBus<T>(bus: BusState, call: () => T): Promise<T> {
  if (bus.latencyMs > 0) await pause(bus.latencyMs);
  if (bus.failing) throw new Error('The bus does not answer.');
  return call();
}

/** A call under way keeps no process alive. */
const pause = (duration: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, duration).unref();
  });
