import type { Volts } from '../common/units.js';
import type { InletReading } from './snapshot.js';

/** Less than this is what a meter reads of a dead line: a few volts of induction. */
export const LIVE_VOLTS: Volts = 30;

/** A transfer switch says it itself; else there is voltage on any of the lines. Undefined where nothing is measured. */
export function hasMains({ ready, voltage, lines }: InletReading): boolean | undefined {
  if (ready !== undefined) return ready;
  let isLive = voltage === undefined ? undefined : voltage >= LIVE_VOLTS;
  for (const line of lines) if (line.voltage !== undefined) isLive = isLive === true || line.voltage >= LIVE_VOLTS;
  return isLive;
}
