import type { Millis } from '../../../common/clock.js';
import { errorMessage } from '../../../common/error-message.js';
import type { PointValues } from './point-values.js';
import type { WiredPoint } from './wired-point.js';

interface RelayWrite {
  readonly point: WiredPoint;
  readonly on: boolean;
  /** Tells the device, once. Rejects when it does not acknowledge. */
  readonly write: () => Promise<unknown>;
  /** Reads the point and notes its value. */
  readonly read: () => Promise<unknown>;
  readonly interval: Millis;
  /** How long to go on reading. One read is made however short it is. */
  readonly timeout: Millis;
  /** The same where the device refused; where nothing is said, as long as after a success. */
  readonly timeoutWhenRefused?: Millis;
}

/**
 * Switches a relay once, then reads it until it shows what was asked, or a while: some devices take a moment. What it
 * shows then is what counts, also where the device refused or was mute.
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
  // Time, not reads, is counted: on a slow line the command must not run into the limit of the whole driver.
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
