import type { Millis } from '../../../kernel/clock.js';
import { messageOf } from '../message-of.js';
import type { PointValues } from './point-values.js';
import type { WiredPoint } from './wired-point.js';

interface Errand {
  readonly point: WiredPoint;
  readonly on: boolean;
  /** Tells the device, once. Rejects when it does not acknowledge. */
  readonly write: () => Promise<unknown>;
  /** Reads the point and notes its value. */
  readonly read: () => Promise<unknown>;
  readonly every: Millis;
  /** How long to go on reading. One read is made however short it is. */
  readonly patience: Millis;
  /** The same where the device refused; where nothing is said, as long as after a success. */
  readonly patienceWhenRefused?: Millis;
}

/**
 * Switches a relay once, then reads it until it shows what was asked, or a while: some devices take a moment. What it
 * shows then is what counts, also where the device refused or was mute.
 *
 * @throws {Error} the device has not acknowledged; the relay has been read nevertheless
 */
export async function writeAndReadBack(values: PointValues, errand: Errand): Promise<void> {
  const { point, patience, patienceWhenRefused = patience } = errand;
  const refused = await errand.write().then(
    () => undefined,
    (error: unknown) => new Error(`${point.name}: ${messageOf(error)}`, { cause: error }),
  );
  await readBack(values, errand, refused ? patienceWhenRefused : patience);
  if (refused) throw refused;
}

async function readBack(values: PointValues, { point, on, read, every }: Errand, patience: Millis): Promise<void> {
  // Time, not reads, is counted: on a slow line the command must not run into the limit of the whole driver.
  for (const end = performance.now() + patience; ; await new Promise((resolve) => setTimeout(resolve, every))) {
    try {
      await read();
    } catch (error) {
      values.forget(point, messageOf(error));
      return;
    }
    if (values.flag(point.name) === on || performance.now() + every > end) return;
  }
}
