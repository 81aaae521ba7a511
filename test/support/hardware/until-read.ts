import type { PduDriver } from '../../../src/hardware/pdu.driver.js';
import type { Readings } from '../../../src/hardware/snapshot.js';
import type { VirtualClock } from '../time/virtual-clock.js';

/**
 * Reads as the poller does until the condition holds: a restored link needs more than one poll cycle, and on a busy
 * machine a value may arrive with a later read.
 */
export async function untilRead(
  driver: PduDriver,
  clock: VirtualClock,
  isSo: (readings: Readings) => boolean,
): Promise<Readings> {
  for (let attempt = 1; ; attempt++) {
    const readings = await driver.read().catch((error: unknown) => {
      if (attempt >= 40) throw error;
      return undefined;
    });
    if (readings && isSo(readings)) return readings;
    if (attempt >= 40) throw new Error(`never came about: ${JSON.stringify(readings)}`);
    clock.advance(attempt < 5 ? 0 : 1000);
  }
}
