import type { SensorPort } from '../kernel/ids.js';
import type { RelayChange } from './relay-intents.service.js';
import type { IoHubReading, Snapshot } from './snapshot.js';

/** A relay that does not do what it was told. */
export interface RelayFault {
  readonly relay: string;
  readonly asked: string;
  readonly measured: string | undefined;
}

/**
 * Whether an outlet followed: its relay is driven as asked, and voltage stands behind it exactly when it should. Behind
 * a dead circuit (breaker tripped, mains lost) no voltage is expected, so its absence accuses nobody.
 */
export function outletFault(now: Snapshot, { id, state }: RelayChange): RelayFault | undefined {
  const outlet = now.outlets.find((reading) => reading.id === id);
  const fault = { relay: `outlet ${id}`, asked: state };
  if (outlet?.state === undefined) return { ...fault, measured: undefined };
  if (outlet.state !== state) return { ...fault, measured: outlet.state };
  if (outlet.voltagePresent === undefined) return undefined;

  const circuitLive = outlet.voltage === undefined || outlet.voltage > LIVE;
  const expected = state === 'ON' && circuitLive;
  if (outlet.voltagePresent === expected) return undefined;
  return { ...fault, measured: outlet.voltagePresent ? 'voltage behind the relay' : 'no voltage behind the relay' };
}

/** Below this a circuit counts as dead: meters show a few volts of induction on an open line. V. */
const LIVE = 30;

export function relayOutputFault(now: Snapshot, { id, state }: RelayChange): RelayFault | undefined {
  const measured = now.relayOutputs.find((reading) => reading.id === id)?.state;
  return measured === state ? undefined : { relay: `relay output ${id}`, asked: state, measured };
}

export const hubMeasured = (now: Snapshot, port: SensorPort): IoHubReading | undefined =>
  now.sensors.find((sensor): sensor is IoHubReading => sensor.port === port && sensor.kind === 'dio_hub');
