import type { SensorPort } from '../../common/ids.js';
import type { OnOff } from '../../common/units.js';
import { LIVE_VOLTS } from '../mains.js';
import type { IoHubReading, Snapshot } from '../snapshot.js';
import type { RelayChange } from './relay-intent.store.js';
import type { SwitchOutcome } from './switch-command.js';

/** A relay whose reading differs from the requested state. */
export interface RelayFault {
  readonly relay: string;
  readonly asked: string;
  readonly measured: string | undefined;
}

/**
 * Undefined if an outlet followed: its relay is driven as requested, and there is voltage behind it exactly when it
 * should be. On a dead circuit (breaker tripped, mains lost) no voltage is expected, so its absence is no fault.
 */
export function outletFault(now: Snapshot, { id, state }: RelayChange): RelayFault | undefined {
  const outlet = now.outlets.find((reading) => reading.id === id);
  const fault = { relay: `outlet ${id}`, asked: state };
  if (outlet?.state === undefined) return { ...fault, measured: undefined };
  if (outlet.state !== state) return { ...fault, measured: outlet.state };
  if (outlet.voltagePresent === undefined) return undefined;

  const circuitLive = outlet.voltage === undefined || outlet.voltage >= LIVE_VOLTS;
  const expected = state === 'ON' && circuitLive;
  if (outlet.voltagePresent === expected) return undefined;
  return { ...fault, measured: outlet.voltagePresent ? 'voltage behind the relay' : 'no voltage behind the relay' };
}

export function relayOutputFault(now: Snapshot, { id, state }: RelayChange): RelayFault | undefined {
  const measured = now.relayOutputs.find((reading) => reading.id === id)?.state;
  return measured === state ? undefined : { relay: `relay output ${id}`, asked: state, measured };
}

export const hubReading = (now: Snapshot, port: SensorPort): IoHubReading | undefined =>
  now.sensors.find((sensor): sensor is IoHubReading => sensor.port === port && sensor.kind === 'dio_hub');

/** This many consecutive commands without an answer count as a fault of the relay itself. */
const TIMEOUTS_UNTIL_FAULT = 3;

/** The relays whose last switching failed. Not stored across a restart. */
export class FailingRelays {
  readonly #timeouts = new Map<string, number>();
  /** The requested state of each failing relay. */
  readonly #asked = new Map<string, OnOff>();

  /** Notes the outcomes of a switching. */
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

  /** True for a failing relay whose requested state differs from the one measured now. */
  has(relay: string, measured: OnOff | undefined): boolean {
    if (this.#asked.size === 0) return false;
    const asked = this.#asked.get(relay);
    return asked !== undefined && asked !== measured;
  }
}
