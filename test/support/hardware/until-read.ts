import type { PduDriver } from '../../../src/hardware/pdu.driver.js';
import type { Readings } from '../../../src/hardware/snapshot.js';
import { scaledTimeLimit } from '../time/time-limits.js';
import type { VirtualClock } from '../time/virtual-clock.js';

/**
 * Reads as the poller does until the condition holds: a restored link needs more than one poll cycle, and on a busy
 * machine a value may arrive with a later read. Between two reads the device gets real time to answer or to listen again,
 * because a link that is down refuses a read at once.
 */
export async function untilRead(
  driver: PduDriver,
  clock: VirtualClock,
  isSo: (readings: Readings) => boolean,
): Promise<Readings> {
  const end = performance.now() + scaledTimeLimit(20_000);
  for (let attempt = 1; ; attempt++) {
    const isLast = performance.now() > end;
    const readings = await driver.read().catch((error: unknown) => {
      if (isLast) throw error;
      return undefined;
    });
    if (readings && isSo(readings)) return readings;
    if (isLast) throw new Error(`never came about: ${JSON.stringify(readings)}`);
    clock.advance(attempt < 5 ? 0 : 1000);
    await new Promise((resolve) => setTimeout(resolve, attempt < 5 ? 0 : 20));
  }
}
