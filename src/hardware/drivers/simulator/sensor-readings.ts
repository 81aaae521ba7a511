import type { SensorPort } from '../../../common/ids.js';
import type { SensorReading } from '../../snapshot.js';
import type { Noise } from './noise.js';
import type { IoHubState, SensorState, TemperatureHumidityState } from './simulated-pdu.js';

/** Width of the noise, °C. */
const TEMPERATURE_WIDTH = 0.05;
/** Width of the noise, % RH. */
const HUMIDITY_WIDTH = 0.2;

/** Reads the accessory on a port; one that is unplugged has no values. */
export const readSensor = (port: SensorPort, sensor: SensorState, noise: Noise): SensorReading =>
  sensor.kind === 'temp_hum' ? readTemperatureHumidity(port, sensor, noise) : readIoHub(port, sensor);

function readTemperatureHumidity(port: SensorPort, sensor: TemperatureHumidityState, noise: Noise): SensorReading {
  const { kind, connected } = sensor;
  if (!connected) return { port, kind, connected };
  const temperature = sensor.temperature + noise.offset(TEMPERATURE_WIDTH);
  const humidity = Math.min(100, Math.max(0, sensor.humidity + noise.offset(HUMIDITY_WIDTH)));
  return { port, kind, connected, temperature, humidity };
}

function readIoHub(
  port: SensorPort,
  { kind, connected, relays, inputs, vdcOutput, userSwitch }: IoHubState,
): SensorReading {
  if (!connected) return { port, kind, connected, relays: [], inputs: [] };
  return { port, kind, connected, relays: indexed(relays), inputs: indexed(inputs), vdcOutput, userSwitch };
}

const indexed = <T>(states: readonly T[]) => states.map((state, place) => ({ index: place + 1, state }));
