import type { NamedObject } from '../../actions/event-occurrence.js';
import type { EventObject } from './compiled-rule.js';
import type { Snapshot } from '../../hardware/snapshot.js';
import type { Zone } from '../../common/calendar.js';
import type { Millis } from '../../common/clock.js';
import type { ControllerFault, FaultKind } from '../../common/controller-faults.js';
import type { KilowattHours } from '../../common/units.js';

/** An object with a lifetime energy counter. */
export interface Metered {
  readonly id: string;
  readonly energy?: KilowattHours | undefined;
}

/** The input of all events in one tick: the newest snapshot and what is known besides it. */
export interface EvaluationContext {
  readonly now: Snapshot;
  /** Since the context before, by Clock.uptime(); 0 at the first context after a start. */
  readonly elapsed: Millis;
  /** The device's time zone. */
  readonly zone: Zone;
  /** The PDU itself has been given mains since the context before (or since the stop of the controller). */
  readonly poweredUp: boolean;
  /** Energy since the last reset, kWh. */
  energyOf(reading: Metered): KilowattHours | undefined;
  /** The state of a fault of the controller; undefined if there never was one. */
  fault(kind: FaultKind): ControllerFault | undefined;
  /** The names of an object at this moment. */
  namesOf(object: EventObject): NamedObject;
  /** Failed pings in a row; undefined before the first result. */
  pingFailures(target: string, networkInterface: string): number | undefined;
}
