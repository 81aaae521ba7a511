import type { Snapshot } from '../../hardware/snapshot.js';
import type { Zone } from '../../kernel/calendar.js';
import type { Millis } from '../../kernel/clock.js';
import type { ControllerFault, FaultKind } from '../../kernel/controller-faults.js';
import type { KilowattHours } from '../../kernel/units.js';

/** A thing with a lifetime energy counter. */
export interface Metered {
  readonly id: string;
  readonly energy?: KilowattHours | undefined;
}

/** What events look at in one tick: the newest picture and what is known beside it. */
export interface Frame {
  readonly now: Snapshot;
  /** Since the frame before, by Clock.uptime(); 0 at the first frame after a start. */
  readonly elapsed: Millis;
  /** The device's time zone. */
  readonly zone: Zone;
  /** The PDU itself has been given mains since the frame before (or since the stop of the controller). */
  readonly poweredUp: boolean;
  /** Energy since the last reset, kWh. */
  energyOf(reading: Metered): KilowattHours | undefined;
  /** How it stands with a fault of the controller; undefined where there never was one. */
  fault(kind: FaultKind): ControllerFault | undefined;
  /** Failed pings in a row; undefined before the first result. */
  pingFailures(target: string, networkInterface: string): number | undefined;
}
