import type { SensorModel } from '../hardware/profiles/pdu-model.js';
import type { SensorKind } from '../hardware/profiles/profile.js';
import type { ContactState, InputState, IoHubReading, SensorReading } from '../hardware/snapshot.js';
import { rounded, type Celsius } from '../common/units.js';
import type { LabelledPart } from './sensor-label.entity.js';
import type { Label } from './sensor-label.store.js';

/** One output relay of a smart I/O hub. */
export class HubRelayView {
  outputRelayName: string;
  outputRelayDescription: string;
  /** A hub relay has no reboot cycle. */
  rebootStatus: 'none';
  /** State of the normally open contact. */
  state: 'OPEN' | 'CLOSE';
  /** Counted from 1. */
  index: number;
}

/** One digital input of a smart I/O hub. */
export class HubInputView {
  digitalInputName: string;
  digitalInputDescription: string;
  state: 'HI' | 'LO';
  /** Counted from 1. */
  index: number;
}

/** One accessory port. Without an accessory connected, the members that it would measure are absent. */
export class SensorView {
  /** @example "SA-1000036" */
  sensorId: string;
  sensorPort: 'A' | 'B';
  /** @example "Cold aisle" */
  sensorName: string;
  sensorType: 'temp_hum' | 'dio_hub';
  /** °C. @example 22.5 */
  sensorTempInC?: number | undefined;
  /** °F. @example 72.5 */
  sensorTempInF?: number | undefined;
  /** % relative humidity. @example 40 */
  sensorHumidity?: number | undefined;
  outputRelays?: HubRelayView[];
  digitalInputs?: HubInputView[];
  /** The hub's DC supply for its sensors is on. */
  vdcOutputState?: boolean | undefined;
  userSwitchState?: boolean | undefined;
}

const DEFAULT_NAMES: Record<SensorKind, string> = {
  temp_hum: 'Temperature and Humidity Sensor',
  dio_hub: 'Smart I/O Hub',
};

/** "Smart I/O Hub B", after its port. */
export const defaultSensorName = ({ kind, port }: Pick<SensorModel, 'kind' | 'port'>): string =>
  `${DEFAULT_NAMES[kind]} ${port}`;

/** The label of a part of this sensor; index 0 is the sensor itself. */
export type LabelOf = (part: LabelledPart, index: number) => Label;

/** Joins the profile, the labels and the reading of one accessory port. */
export function sensorView({ id, port, kind }: SensorModel, labelOf: LabelOf, reading: SensorReading): SensorView {
  return {
    sensorId: id,
    sensorPort: port,
    sensorName: labelOf('sensor', 0).name ?? defaultSensorName({ kind, port }),
    sensorType: kind,
    ...(reading.connected && (reading.kind === 'dio_hub' ? hubMembers(reading, labelOf) : climateMembers(reading))),
  };
}

const climateMembers = ({
  temperature,
  humidity,
}: {
  temperature?: Celsius | undefined;
  humidity?: number | undefined;
}) => ({
  sensorTempInC: rounded(temperature),
  sensorTempInF: temperature === undefined ? undefined : rounded(temperature * 1.8 + 32),
  sensorHumidity: rounded(humidity),
});

const hubMembers = ({ relays, inputs, vdcOutput, userSwitch }: IoHubReading, labelOf: LabelOf) => ({
  outputRelays: relays.map((relay) => relayView(relay, labelOf('relay', relay.index))),
  digitalInputs: inputs.map((input) => inputView(input, labelOf('input', input.index))),
  vdcOutputState: vdcOutput,
  userSwitchState: userSwitch,
});

const relayView = ({ index, state }: { index: number; state: ContactState }, label: Label): HubRelayView => ({
  outputRelayName: label.name ?? `Output Relay ${index}`,
  outputRelayDescription: label.description ?? '',
  rebootStatus: 'none',
  state,
  index,
});

const inputView = ({ index, state }: { index: number; state: InputState }, label: Label): HubInputView => ({
  digitalInputName: label.name ?? `Digital Input ${index}`,
  digitalInputDescription: label.description ?? '',
  state,
  index,
});
