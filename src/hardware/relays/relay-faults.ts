import type { SensorPort } from '../../common/ids.js';
import type { OnOff } from '../../common/units.js';
import type { IoHubReading, Snapshot } from '../snapshot.js';
import type { RelayChange } from './relay-intent.store.js';
import type { SwitchOutcome } from './switch-command.js';

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

  const circuitLive = outlet.voltage === undefined || outlet.voltage > LIVE_VOLTAGE;
  const expected = state === 'ON' && circuitLive;
  if (outlet.voltagePresent === expected) return undefined;
  return { ...fault, measured: outlet.voltagePresent ? 'voltage behind the relay' : 'no voltage behind the relay' };
}

/** Below this a circuit counts as dead: meters show a few volts of induction on an open line. V. */
const LIVE_VOLTAGE = 30;

export function relayOutputFault(now: Snapshot, { id, state }: RelayChange): RelayFault | undefined {
  const measured = now.relayOutputs.find((reading) => reading.id === id)?.state;
  return measured === state ? undefined : { relay: `relay output ${id}`, asked: state, measured };
}

export const hubReading = (now: Snapshot, port: SensorPort): IoHubReading | undefined =>
  now.sensors.find((sensor): sensor is IoHubReading => sensor.port === port && sensor.kind === 'dio_hub');

/** So many commands without an answer in a row count as a fault of the relay's own. */
const TIMEOUTS_UNTIL_FAULT = 3;

/** Remembers relays whose last switching did not work, until one does. Not kept over a restart. */
export class FailingRelays {
  readonly #timeouts = new Map<string, number>();
  /** What each of them was asked for. */
  readonly #asked = new Map<string, OnOff>();

  /** Notes what became of a switching. */
  record(changes: readonly RelayChange[], outcomes: readonly SwitchOutcome[]): void {
    changes.forEach(({ id, state }, place) => {
      const code = outcomes[place]?.error?.code;
      const timeouts = code === 'HARDWARE_SILENT' ? (this.#timeouts.get(id) ?? 0) + 1 : 0;
      if (timeouts > 0) this.#timeouts.set(id, timeouts);
      else this.#timeouts.delete(id);
      if (code === 'RELAY_FAULT' || timeouts >= TIMEOUTS_UNTIL_FAULT) this.#asked.set(id, state);
      else if (code === undefined) this.#asked.delete(id);
    });
  }

  /** True for a relay that was asked in vain for a state other than the one measured now. */
  has(relay: string, measured: OnOff | undefined): boolean {
    if (this.#asked.size === 0) return false;
    const asked = this.#asked.get(relay);
    return asked !== undefined && asked !== measured;
  }
}
