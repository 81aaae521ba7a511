import type { SensorModel } from '../hardware/profiles/pdu-model.js';
import type { ContactState, IoHubReading, SensorReading } from '../hardware/snapshot.js';
import { ApiError } from '../common/errors.js';
import type { LabelChange } from './sensor-label.store.js';
import { HUB_POINTS, type UpdateSensorDto } from './sensor.dto.js';

/** The parts of a change of a sensor, checked as a whole before any of it is done. */
export interface SensorChange {
  readonly relays: readonly { readonly index: number; readonly state: ContactState }[];
  readonly vdcOutput: boolean | undefined;
  readonly labels: readonly LabelChange[];
}

/** Throws SENSOR_NOT_A_HUB, HUB_RELAY_UNKNOWN, HUB_INPUT_UNKNOWN, SENSOR_NOT_CONNECTED, NOTHING_TO_CHANGE or validation. */
export function checkSensorChange(sensor: SensorModel, reading: SensorReading, change: UpdateSensorDto): SensorChange {
  const checked = {
    relays: relaysOf(change),
    vdcOutput: change.vdcOutputState,
    labels: labelsOf(change),
  };
  refuseHubMembers(sensor, change);
  refuseIndexes(sensor, reading, change);
  const switches = checked.relays.length > 0 || checked.vdcOutput !== undefined;
  if (!switches && checked.labels.length === 0)
    throw new ApiError('NOTHING_TO_CHANGE', 'a name, a description, a state');
  if (switches && !reading.connected) throw new ApiError('SENSOR_NOT_CONNECTED', sensor.port);
  return checked;
}

const relaysOf = ({ outputRelays = [] }: UpdateSensorDto): SensorChange['relays'] =>
  outputRelays.flatMap(({ index, state }) => (state === undefined ? [] : [{ index, state }]));

/** The names and descriptions among what was sent. */
export function labelsOf({ sensorName, outputRelays = [], digitalInputs = [] }: UpdateSensorDto): LabelChange[] {
  const all: LabelChange[] = [
    { part: 'sensor', index: 0, name: sensorName },
    ...outputRelays.map(({ index, outputRelayName, outputRelayDescription }) => ({
      part: 'relay' as const,
      index,
      name: outputRelayName,
      description: outputRelayDescription,
    })),
    ...digitalInputs.map(({ index, digitalInputName, digitalInputDescription }) => ({
      part: 'input' as const,
      index,
      name: digitalInputName,
      description: digitalInputDescription,
    })),
  ];
  return all.filter(({ name, description }) => name !== undefined || description !== undefined);
}

function refuseHubMembers({ id, kind }: SensorModel, change: UpdateSensorDto): void {
  if (kind === 'dio_hub') return;
  if (change.outputRelays) throw new ApiError('SENSOR_NOT_A_HUB', id, 'output relays');
  if (change.digitalInputs) throw new ApiError('SENSOR_NOT_A_HUB', id, 'digital inputs');
  if (change.vdcOutputState !== undefined) throw new ApiError('SENSOR_NOT_A_HUB', id, 'DC output');
}

function refuseIndexes({ id }: SensorModel, reading: SensorReading, change: UpdateSensorDto): void {
  const { outputRelays = [], digitalInputs = [] } = change;
  const known = indexesOf(reading);
  const relay = outputRelays.find(({ index }) => !known.relays.includes(index));
  if (relay) throw new ApiError('HUB_RELAY_UNKNOWN', id, relay.index);
  const input = digitalInputs.find(({ index }) => !known.inputs.includes(index));
  if (input) throw new ApiError('HUB_INPUT_UNKNOWN', id, input.index);
  refuseRepeated('outputRelays', outputRelays);
  refuseRepeated('digitalInputs', digitalInputs);
}

/** A hub that is not there cannot say how many it has: names may be given to as many as a hub can have. */
function indexesOf(reading: SensorReading): { relays: number[]; inputs: number[] } {
  const possible = Array.from({ length: HUB_POINTS }, (_, place) => place + 1);
  if (!isConnectedHub(reading)) return { relays: possible, inputs: possible };
  return { relays: reading.relays.map(({ index }) => index), inputs: reading.inputs.map(({ index }) => index) };
}

const isConnectedHub = (reading: SensorReading): reading is IoHubReading =>
  reading.kind === 'dio_hub' && reading.connected;

/** Throws validation when an index stands twice. */
export function refuseRepeated(field: string, entries: readonly { readonly index: number }[]): void {
  const repeated = entries.find(({ index }, place) => entries.findIndex((other) => other.index === index) !== place);
  if (!repeated) return;
  throw ApiError.validation([
    { field, message: `${field} must name each index once; ${repeated.index} stands twice.` },
  ]);
}
