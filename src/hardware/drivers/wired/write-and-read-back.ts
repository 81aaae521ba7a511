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
  readonly attempts: number;
  /** How often to read what was refused; as often as after a success where nothing is said. */
  readonly attemptsWhenRefused?: number;
}

/**
 * Switches a relay once, then reads it until it shows what was asked, or a while: some devices take a moment. What it
 * shows then is what counts, also where the device refused or was mute.
 *
 * @throws {Error} the device has not acknowledged; the relay has been read nevertheless
 */
export async function writeAndReadBack(values: PointValues, errand: Errand): Promise<void> {
  const { point, attempts, attemptsWhenRefused = attempts } = errand;
  const refused = await errand.write().then(
    () => undefined,
    (error: unknown) => new Error(`${point.name}: ${messageOf(error)}`, { cause: error }),
  );
  await readBack(values, errand, refused ? attemptsWhenRefused : attempts);
  if (refused) throw refused;
}

async function readBack(values: PointValues, { point, on, read, every }: Errand, attempts: number): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    try {
      await read();
    } catch (error) {
      values.forget(point, messageOf(error));
      return;
    }
    if (values.flag(point.name) === on) return;
    await new Promise((resolve) => setTimeout(resolve, every));
  }
}
