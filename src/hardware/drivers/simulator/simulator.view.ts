import { ApiProperty } from '@nestjs/swagger';
import type { OnOff } from '../../../common/units.js';
import { rounded } from '../../../common/units.js';
import type { PduModel } from '../../profiles/pdu-model.js';
import type { ContactState, InputState } from '../../snapshot.js';
import { TRIP_HEAT } from '../../breaker.js';
import type { SimulatedPdu, SensorState } from './simulated-pdu.js';

/** One simulated inlet. */
export class SimulatedInletView {
  powered: boolean;
  /** Voltage of the mains while powered, V. */
  voltage: number;
  /** Frequency of the mains, Hz. */
  frequency: number;
  /** Transfer switch: this inlet feeds the load. */
  active?: boolean | undefined;
}

/** One simulated bank. */
export class SimulatedBankView {
  /** Only on a bank with a breaker of its own. */
  breakerClosed?: boolean | undefined;
  /** Warmth of the breaker: 0 is cold; at 1 it trips. */
  breakerHeat?: number | undefined;
  /** Load that is not on an outlet, A. */
  loadAmps: number;
  powerFactor: number;
}

/** One simulated outlet. */
export class SimulatedOutletView {
  /** Current of the connected load while it has voltage, A. */
  loadAmps: number;
  powerFactor: number;
  /** The contact does not follow the relay. Only on outlets with a relay. */
  relayStuck?: boolean | undefined;
  /** State that the relay is driven to. */
  state: OnOff;
  /** State of the contact. */
  contact: OnOff;
}

/** One simulated relay output. */
export class SimulatedRelayOutputView {
  relayStuck: boolean;
  /** State of the contact. */
  state: OnOff;
}

/** One simulated accessory; a sensor has temperature and humidity, a smart I/O hub the rest. */
export class SimulatedSensorView {
  connected: boolean;
  /** Temperature, °C. */
  temperatureC?: number;
  /** Relative humidity, %. */
  humidity?: number;
  /** Digital inputs by index, from 1. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string', enum: ['HI', 'LO'] } })
  digitalInputs?: Record<string, InputState>;
  /** Output relays by index, from 1. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string', enum: ['OPEN', 'CLOSE'] } })
  outputRelays?: Record<string, ContactState>;
  userSwitch?: boolean;
  vdcOutput?: boolean;
}

/** The bus between controller and hardware. */
export class SimulatedBusView {
  /** Every read and every command fails. @example false */
  failing: boolean;
  /** Duration of every read and every command, ms. @example 0 */
  latencyMs: number;
}

const recordOf = (view: string) => ({
  type: 'object' as const,
  additionalProperties: { $ref: `#/components/schemas/${view}` },
});

/** The whole simulated PDU and what is plugged into it. */
export class SimulatorView {
  /** @example "single-phase-16" */
  model: string;
  /** The same seed gives the same default loads and the same measurement noise. @example 1 */
  seed: number;
  /** Number of times that the PDU has been powered on. @example 1 */
  powerOnCount: number;
  /** @example {"I1-1000036": {"powered": true, "voltage": 120, "frequency": 60}} */
  @ApiProperty(recordOf('SimulatedInletView'))
  inlets: Record<string, SimulatedInletView>;
  /** @example {"1200578": {"breakerClosed": true, "breakerHeat": 0, "loadAmps": 0, "powerFactor": 0.95}} */
  @ApiProperty(recordOf('SimulatedBankView'))
  banks: Record<string, SimulatedBankView>;
  /** @example {"1-1200578": {"loadAmps": 1.24, "powerFactor": 0.94, "relayStuck": false, "state": "ON", "contact": "ON"}} */
  @ApiProperty(recordOf('SimulatedOutletView'))
  outlets: Record<string, SimulatedOutletView>;
  /** @example {"R1-1000036": {"relayStuck": false, "state": "OFF"}} */
  @ApiProperty(recordOf('SimulatedRelayOutputView'))
  relayOutputs: Record<string, SimulatedRelayOutputView>;
  /** Accessories by port, A and B. @example {"A": {"connected": true, "temperatureC": 22.5, "humidity": 40}} */
  @ApiProperty(recordOf('SimulatedSensorView'))
  sensors: Record<string, SimulatedSensorView>;
  bus: SimulatedBusView;
}

/** The simulated PDU with the ids of its model. */
export function simulatorView(model: PduModel, seed: number, pdu: Readonly<SimulatedPdu>): SimulatorView {
  const { profile } = model;
  return {
    model: profile.model,
    seed,
    powerOnCount: pdu.powerOnCount,
    inlets: byKey(model.inlets, pdu.inlets, ({ id, position }, { powered, voltage, frequency }) => [
      id,
      {
        powered,
        voltage,
        frequency,
        active: profile.inletConfig === 'ats' ? position === pdu.activeInlet : undefined,
      },
    ]),
    banks: byKey(model.banks, pdu.banks, ({ id, breaker }, { breakerClosed, heat, loadAmps, powerFactor }) => {
      const protection = breaker !== undefined && {
        breakerClosed,
        breakerHeat: rounded(Math.min(1, heat / TRIP_HEAT)),
      };
      return [id, { ...protection, loadAmps, powerFactor }];
    }),
    outlets: byKey(model.outlets, pdu.outlets, ({ id }, { loadAmps, powerFactor, relayStuck, state, contact }) => [
      id,
      { loadAmps, powerFactor, relayStuck: profile.outletSwitching ? relayStuck : undefined, state, contact },
    ]),
    relayOutputs: byKey(model.relayOutputs, pdu.relayOutputs, ({ id }, { relayStuck, contact }) => [
      id,
      { relayStuck, state: contact },
    ]),
    sensors: byKey(model.sensors, pdu.sensors, ({ port }, sensor) => [port, sensorView(sensor)]),
    bus: { ...pdu.bus },
  };
}

function byKey<M, S, V>(models: readonly M[], states: readonly S[], entry: (model: M, state: S) => [string, V]) {
  return Object.fromEntries(models.map((model, position) => entry(model, states[position] as S)));
}

function sensorView(sensor: SensorState): SimulatedSensorView {
  const { connected } = sensor;
  if (sensor.kind === 'temp_hum') return { connected, temperatureC: sensor.temperature, humidity: sensor.humidity };
  const { inputs, relays, userSwitch, vdcOutput } = sensor;
  return { connected, digitalInputs: byIndex(inputs), outputRelays: byIndex(relays), userSwitch, vdcOutput };
}

const byIndex = <T>(list: readonly T[]): Record<string, T> =>
  Object.fromEntries(list.map((entry, place) => [String(place + 1), entry]));
