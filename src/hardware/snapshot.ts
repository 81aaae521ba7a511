import type { Millis } from '../common/clock.js';
import type { BankId, InletId, LineId, OutletId, RelayOutputId, SensorPort } from '../common/ids.js';
import { deepFreeze } from '../common/objects.js';
import type {
  Amps,
  Celsius,
  Hertz,
  KilowattHours,
  OnOff,
  PowerFactor,
  RelativeHumidity,
  Vars,
  VoltAmperes,
  Volts,
  Watts,
} from '../common/units.js';
import type { PduModel } from './profiles/pdu-model.js';

/** The readings before the hardware has answered once: every part of the profile, no measurement. */
export const emptyReadings = (model: PduModel): Readings => ({
  inlets: model.inlets.map(({ id, lineIds }) => ({ id, lines: lineIds.map((line) => ({ id: line.id })) })),
  banks: model.banks.map(({ id }) => ({ id })),
  outlets: model.outlets.map(({ id }) => ({ id })),
  relayOutputs: model.relayOutputs.map(({ id }) => ({ id })),
  sensors: model.sensors.map(({ port, kind }) =>
    kind === 'temp_hum' ? { port, kind, connected: false } : { port, kind, connected: false, relays: [], inputs: [] },
  ),
});

/**
 * The result of one read of the hardware. Every list has one entry per part of the profile, in the profile's order.
 * A missing measurement (not supported, not answered) is absent: unknown is never zero.
 */
export interface Readings {
  readonly inlets: readonly InletReading[];
  readonly banks: readonly BankReading[];
  readonly outlets: readonly OutletReading[];
  readonly relayOutputs: readonly RelayOutputReading[];
  readonly sensors: readonly SensorReading[];
  /**
   * Number of power-ons of the PDU, counted by the hardware over its lifetime. An increase is a cold start;
   * a restart of the controller does not change it. Absent where the hardware does not count.
   */
  readonly powerOnCount?: number | undefined;
}

/** The meter's electrical measurements: RMS values over one mains cycle or longer. */
export interface PowerReading {
  readonly current?: Amps | undefined;
  readonly voltage?: Volts | undefined;
  readonly frequency?: Hertz | undefined;
  readonly activePower?: Watts | undefined;
  readonly reactivePower?: Vars | undefined;
  readonly apparentPower?: VoltAmperes | undefined;
  /** Power factor; 1 without a load. */
  readonly powerFactor?: PowerFactor | undefined;
  /** Lifetime active energy, never falling. */
  readonly energy?: KilowattHours | undefined;
}

export interface LineReading {
  readonly id: LineId;
  readonly current?: Amps | undefined;
  /** Voltage, line to neutral in a wye, line to line in a delta. */
  readonly voltage?: Volts | undefined;
}

export interface InletReading extends PowerReading {
  readonly id: InletId;
  /** One entry per line conductor; a single-phase inlet has one. */
  readonly lines: readonly LineReading[];
  /** On an ATS, true for the inlet that feeds the load now. */
  readonly active?: boolean | undefined;
  /** On an ATS, true for an inlet with mains within tolerance. */
  readonly ready?: boolean | undefined;
}

export interface BankReading extends PowerReading {
  readonly id: BankId;
  /** False when the breaker has tripped. Absent on a bank without a breaker of its own. */
  readonly breakerClosed?: boolean | undefined;
}

export interface OutletReading {
  readonly id: OutletId;
  /** State that the relay is driven to. Absent where it cannot be read. */
  readonly state?: OnOff | undefined;
  /** True if there is voltage behind the relay. */
  readonly voltagePresent?: boolean | undefined;
  /** Voltage of the circuit in front of the relay. */
  readonly voltage?: Volts | undefined;
  readonly current?: Amps | undefined;
  readonly activePower?: Watts | undefined;
  readonly powerFactor?: PowerFactor | undefined;
  /** Lifetime active energy, never falling. */
  readonly energy?: KilowattHours | undefined;
}

export interface RelayOutputReading {
  readonly id: RelayOutputId;
  readonly state?: OnOff | undefined;
}

/** Normally open contact of a smart I/O hub. */
export type ContactState = 'OPEN' | 'CLOSE';
export type InputState = 'HI' | 'LO';

export type SensorReading = TemperatureHumidityReading | IoHubReading;

export interface TemperatureHumidityReading {
  readonly port: SensorPort;
  readonly kind: 'temp_hum';
  readonly connected: boolean;
  readonly temperature?: Celsius | undefined;
  readonly humidity?: RelativeHumidity | undefined;
}

export interface IoHubReading {
  readonly port: SensorPort;
  readonly kind: 'dio_hub';
  readonly connected: boolean;
  /** Output relays, with indexes from 1. Empty while disconnected. */
  readonly relays: readonly { readonly index: number; readonly state: ContactState }[];
  readonly inputs: readonly { readonly index: number; readonly state: InputState }[];
  readonly vdcOutput?: boolean | undefined;
  readonly userSwitch?: boolean | undefined;
}

/** The immutable result of one poll cycle, from which everything but the poller reads. */
export interface Snapshot extends Readings {
  /** Number of the poll cycle since the start. */
  readonly seq: number;
  /** Wall clock of the poll cycle. */
  readonly takenAt: Millis;
  /** Clock.uptime() of the poll cycle. */
  readonly uptime: Millis;
  /** Clock.uptime() of the read with these measurements; earlier than `uptime` while the hardware does not answer. */
  readonly readAt: Millis;
  /** False while the hardware does not answer: the measurements are the last known ones. */
  readonly fresh: boolean;
  /** True for an additional cycle that a command requested: it updates the readings, but is no tick. */
  readonly reread?: true | undefined;
}

/**
 * Freezes a snapshot and everything in it. Outlets and banks are flat, so the members of each are not searched for more to
 * freeze: with ten thousand outlets that would take as long again, and create an object for each number.
 */
export function frozen(snapshot: Snapshot): Snapshot {
  for (const list of [snapshot.outlets, snapshot.banks]) {
    for (const reading of list) Object.freeze(reading);
    Object.freeze(list);
  }
  return deepFreeze(snapshot);
}
