import type { Seconds } from '../kernel/units.js';

/** A relay's own answer to how long it stays off during a reboot. */
export interface RebootTime {
  readonly customRebootTimeEnabled: boolean;
  readonly customRebootTime: Seconds;
}

/** How long a relay stays off during a reboot. */
export const offSeconds = (own: RebootTime, globalRebootTime: Seconds): Seconds =>
  own.customRebootTimeEnabled ? own.customRebootTime : globalRebootTime;
