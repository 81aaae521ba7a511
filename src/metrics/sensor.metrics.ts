import type { IoHubReading, TemperatureHumidityReading } from '../hardware/snapshot.js';
import type { Facts, SensorFacts } from './facts.js';
import { metricsOf, type Labels, type MetricRow, type MetricObjects } from './metric.js';

const labelsOf = ({ sensor: { id, port } }: SensorFacts): Labels => ({ sensor: id, port });
const SENSORS: MetricObjects<SensorFacts> = { of: ({ sensors }) => sensors, labels: labelsOf };

const climateOf = ({ reading }: SensorFacts): TemperatureHumidityReading | undefined =>
  reading?.kind === 'temp_hum' && reading.connected ? reading : undefined;
const hubOf = ({ reading }: SensorFacts): IoHubReading | undefined =>
  reading?.kind === 'dio_hub' && reading.connected ? reading : undefined;

interface Point<State> {
  readonly labels: Labels;
  readonly state: State;
}

/** The points of every hub that is connected. */
const pointsOf =
  <State>(list: (hub: IoHubReading) => readonly { readonly index: number; readonly state: State }[]) =>
  ({ sensors }: Facts): Point<State>[] =>
    sensors.flatMap((sensor) => {
      const hub = hubOf(sensor);
      return (hub ? list(hub) : []).map(({ index, state }) => ({
        labels: { ...labelsOf(sensor), index: String(index) },
        state,
      }));
    });

const sensor = metricsOf(SENSORS);
const labels = ({ labels: all }: Point<unknown>): Labels => all;
const hubRelay = metricsOf({ of: pointsOf(({ relays }) => relays), labels });
const hubInput = metricsOf({ of: pointsOf(({ inputs }) => inputs), labels });

/** Accessory ports: climate sensors and smart I/O hubs. */
export const SENSOR_METRICS: readonly MetricRow[] = [
  metricsOf<SensorFacts>({
    of: SENSORS.of,
    labels: (each) => ({ ...labelsOf(each), name: each.name, kind: each.sensor.kind }),
  }).gauge('rackfeed_sensor_info', 'Name and kind of the sensor; always 1.', () => 1),
  sensor.gauge('rackfeed_sensor_connected', '1 while an accessory is connected.', ({ reading }) => reading?.connected),
  sensor.gauge('rackfeed_sensor_temperature_celsius', 'Temperature.', (each) => climateOf(each)?.temperature),
  sensor.gauge('rackfeed_sensor_humidity_ratio', 'Relative humidity, 0 to 1.', (each) => {
    const humidity = climateOf(each)?.humidity;
    return humidity === undefined ? undefined : humidity / 100;
  }),
  hubRelay.gauge(
    'rackfeed_hub_relay_closed',
    '1 while the contact of the hub relay is closed.',
    ({ state }) => state === 'CLOSE',
  ),
  hubInput.gauge('rackfeed_hub_input_high', '1 while the digital input is high.', ({ state }) => state === 'HI'),
  sensor.gauge('rackfeed_hub_dc_output_on', "1 while the hub's DC supply is on.", (each) => hubOf(each)?.vdcOutput),
  sensor.gauge('rackfeed_hub_user_switch_on', "1 while the hub's switch is on.", (each) => hubOf(each)?.userSwitch),
];
