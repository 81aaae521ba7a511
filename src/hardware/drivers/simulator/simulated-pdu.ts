import type {
  Amps,
  Celsius,
  Hertz,
  KilowattHours,
  OnOff,
  PowerFactor,
  RelativeHumidity,
  Volts,
} from '../../../common/units.js';
import type { ContactState, InputState } from '../../snapshot.js';

/** The simulated PDU and its rack as plain data in the model's order. It runs on while the controller is stopped. */
export interface SimulatedPdu {
  readonly inlets: readonly InletState[];
  readonly banks: readonly BankState[];
  readonly outlets: readonly OutletState[];
  readonly relayOutputs: readonly RelayOutputState[];
  readonly sensors: readonly SensorState[];
  readonly bus: BusState;
  /** Position of the inlet that the transfer switch has chosen; 0 without one. */
  activeInlet: number;
  /** True while no inlet has mains: their return is then a cold start. */
  withoutMains: boolean;
  powerOnCount: number;
}

export interface InletState {
  powered: boolean;
  voltage: Volts;
  frequency: Hertz;
  energy: KilowattHours;
}

export interface BankState {
  /** Always true on a bank without a breaker. */
  breakerClosed: boolean;
  /** Warmth of the breaker's bimetal, in the units of {@link TRIP_HEAT}. */
  heat: number;
  /** Load of receptacles that are not outlets of the model. */
  loadAmps: Amps;
  powerFactor: PowerFactor;
  energy: KilowattHours;
}

export interface OutletState {
  loadAmps: Amps;
  powerFactor: PowerFactor;
  /** The state that the relay is driven to; always ON without a relay. */
  state: OnOff;
  /** The state of the relay's contact: the driven state, unless the contact is stuck. */
  contact: OnOff;
  relayStuck: boolean;
  energy: KilowattHours;
}

export interface RelayOutputState {
  /** The state of the contact; the driven state cannot be read. */
  contact: OnOff;
  relayStuck: boolean;
}

export type SensorState = TemperatureHumidityState | IoHubState;

export interface TemperatureHumidityState {
  readonly kind: 'temp_hum';
  connected: boolean;
  temperature: Celsius;
  humidity: RelativeHumidity;
}

export const HUB_RELAYS = 6;
export const HUB_INPUTS = 6;

export interface IoHubState {
  readonly kind: 'dio_hub';
  connected: boolean;
  readonly relays: ContactState[];
  readonly inputs: InputState[];
  vdcOutput: boolean;
  userSwitch: boolean;
}

export interface BusState {
  failing: boolean;
  /** Duration of each call on the bus, ms. */
  latencyMs: number;
}
