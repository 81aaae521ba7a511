import { PduDriver } from '../hardware/pdu.driver.js';
import type { SensorModel } from '../hardware/profiles/pdu-model.js';
import type { IoHubReading, SensorReading, TemperatureHumidityReading } from '../hardware/snapshot.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { metricsOf, type Labels, type MetricRow, type NumberMetric } from '../metrics/metric.js';
import { metricsFrom } from '../metrics/metrics.js';
import { SensorsService } from './sensors.service.js';

interface SensorFacts {
  readonly sensor: SensorModel;
  readonly name: string;
  readonly reading: SensorReading | undefined;
}

const labelsOf = ({ sensor: { id, port } }: SensorFacts): Labels => ({ sensor: id, port });
const climateOf = ({ reading }: SensorFacts): TemperatureHumidityReading | undefined =>
  reading?.kind === 'temp_hum' && reading.connected ? reading : undefined;
const hubOf = ({ reading }: SensorFacts): IoHubReading | undefined =>
  reading?.kind === 'dio_hub' && reading.connected ? reading : undefined;

/** A metric of each relay or input of a connected hub. */
const pointGauge = <State>(
  name: string,
  help: string,
  list: (hub: IoHubReading) => readonly { readonly index: number; readonly state: State }[],
  isOn: (state: State) => boolean,
): NumberMetric<SensorFacts> => ({
  name,
  help,
  type: 'gauge',
  samples: (sensor) => {
    const hub = hubOf(sensor);
    return (hub ? list(hub) : []).map(({ index, state }) => ({
      labels: { ...labelsOf(sensor), index: String(index) },
      value: Number(isOn(state)),
    }));
  },
});

const { gauge } = metricsOf(labelsOf);

const ROWS: readonly MetricRow<SensorFacts>[] = [
  metricsOf<SensorFacts>((each) => ({ ...labelsOf(each), name: each.name, kind: each.sensor.kind })).gauge(
    'rackfeed_sensor_info',
    'Name and kind of the sensor; always 1.',
    () => 1,
  ),
  gauge('rackfeed_sensor_connected', '1 while an accessory is connected.', ({ reading }) => reading?.connected),
  gauge('rackfeed_sensor_temperature_celsius', 'Temperature.', (each) => climateOf(each)?.temperature),
  gauge('rackfeed_sensor_humidity_ratio', 'Relative humidity, 0 to 1.', (each) => {
    const humidity = climateOf(each)?.humidity;
    return humidity === undefined ? undefined : humidity / 100;
  }),
  pointGauge(
    'rackfeed_hub_relay_closed',
    '1 while the contact of the hub relay is closed.',
    ({ relays }) => relays,
    (state) => state === 'CLOSE',
  ),
  pointGauge(
    'rackfeed_hub_input_high',
    '1 while the digital input is high.',
    ({ inputs }) => inputs,
    (state) => state === 'HI',
  ),
  gauge('rackfeed_hub_dc_output_on', "1 while the hub's DC supply is on.", (each) => hubOf(each)?.vdcOutput),
  gauge('rackfeed_hub_user_switch_on', "1 while the hub's switch is on.", (each) => hubOf(each)?.userSwitch),
];

/** Accessory ports: climate sensors and smart I/O hubs. */
export const SENSOR_METRICS = metricsFrom(
  'sensors',
  [PduDriver, SnapshotStore, SensorsService],
  ({ model }, snapshots, sensors) => ({
    needs: 'viewPortInfo',
    rows: ROWS,
    subjects: () =>
      model.sensors.map((sensor) => ({
        sensor,
        name: sensors.view(sensor).sensorName,
        reading: snapshots.current.sensors[sensor.position],
      })),
  }),
);
