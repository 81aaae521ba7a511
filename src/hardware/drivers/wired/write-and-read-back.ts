import type { Millis } from '../../../common/clock.js';
import { errorMessage } from '../../../common/text.js';
import type { PointValues } from './point-values.js';
import type { WiredPoint } from './wired-point.js';

interface RelayWrite {
  readonly point: WiredPoint;
  readonly on: boolean;
  /** Sends the command to the device, once. Rejects when it does not acknowledge. */
  readonly write: () => Promise<unknown>;
  /** Reads the point and stores its value. */
  readonly read: () => Promise<unknown>;
  readonly interval: Millis;
  /** The time for which to go on reading. At least one read is made. */
  readonly timeout: Millis;
  /** The same after a refusal of the device; `timeout` when absent. */
  readonly timeoutWhenRefused?: Millis;
}

/**
 * Switches a relay once, then reads it until it shows the requested state or the time is over: some devices take a
 * moment. The last reading counts, also if the device refused or did not answer.
 *
 * @throws {Error} the device has not acknowledged; the relay has been read nevertheless
 */
export async function writeAndReadBack(values: PointValues, operation: RelayWrite): Promise<void> {
  const { point, timeout, timeoutWhenRefused: timeoutWhenRefused = timeout } = operation;
  const refused = await operation.write().then(
    () => undefined,
    (error: unknown) => new Error(`${point.name}: ${errorMessage(error)}`, { cause: error }),
  );
  await readBack(values, operation, refused ? timeoutWhenRefused : timeout);
  if (refused) throw refused;
}

async function readBack(
  values: PointValues,
  { point, on, read, interval }: RelayWrite,
  timeout: Millis,
): Promise<void> {
  // Limited by time, not by the number of reads: on a slow line the command must not exceed the driver's time limit.
  for (const end = performance.now() + timeout; ; await new Promise((resolve) => setTimeout(resolve, interval))) {
    try {
      await read();
    } catch (error) {
      values.forget(point, errorMessage(error));
      return;
    }
    if (values.flag(point.name) === on || performance.now() + interval > end) return;
  }
}
