import type { InputState, IoHubReading } from '../../hardware/snapshot.js';
import { change, onPort, state, threshold } from './builders.js';
import { SECONDS_PAST, wholeNumber, word } from './param.js';
import { above, below, celsius, humidity } from './quantities.js';
import type { EventRow } from './row.js';
import { hubPort, sensorPort, temperatureSensor } from './model-objects.js';

const INPUT = wholeNumber('digital input index', { min: 1, max: 6 });

const inputOf = ({ inputs }: IoHubReading, index: string): InputState | undefined =>
  inputs.find((input) => input.index === Number(index))?.state;

const is = <T>(value: T | undefined, wanted: T): boolean | undefined =>
  value === undefined ? undefined : value === wanted;

const inputIs = (code: number, name: string, wanted: InputState): EventRow =>
  state(
    code,
    name,
    onPort(hubPort),
    [INPUT, SECONDS_PAST],
    ([, index]) =>
      (hub) =>
        is(inputOf(hub, index), wanted),
  );

/** Codes of what is plugged into the accessory ports. */
export const SENSOR_CODES: readonly EventRow[] = [
  threshold(49, 'Temperature Max Threshold', temperatureSensor, celsius, above, 'temperature'),
  threshold(50, 'Temperature Min Threshold', temperatureSensor, celsius, below, 'temperature'),
  threshold(51, 'Humidity Max Threshold', temperatureSensor, humidity, above, 'humidity'),
  threshold(52, 'Humidity Min Threshold', temperatureSensor, humidity, below, 'humidity'),
  inputIs(62, 'Digital Input State High', 'HI'),
  inputIs(63, 'Digital Input State Low', 'LO'),
  change(
    64,
    'User Switch Triggered',
    onPort(hubPort),
    [word('state triggered to', 'ON', 'OFF')],
    ([, to]) =>
      (hub) =>
        is(hub.userSwitch, to === 'ON'),
  ),
  change(
    65,
    'Sensor Connected/Disconnected',
    onPort(sensorPort),
    [word('connect or disconnect', 'connect', 'disconnect')],
    ([, to]) =>
      (sensor) =>
        is(sensor.connected, to === 'connect'),
  ),
];
