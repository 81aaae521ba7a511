import { describe, expect, it } from '@jest/globals';
import type { SensorModel } from '../hardware/profiles/pdu-model.js';
import type { IoHubReading, SensorReading } from '../hardware/snapshot.js';
import { sensorView, type LabelOf } from './sensor.view.js';

const CLIMATE: SensorModel = { id: 'SA-1', port: 'A', kind: 'temp_hum', position: 0 };
const HUB: SensorModel = { id: 'SB-1', port: 'B', kind: 'dio_hub', position: 1 };
const UNNAMED: LabelOf = () => ({});

const hub = (reading: Partial<IoHubReading> = {}): IoHubReading => ({
  port: 'B',
  kind: 'dio_hub',
  connected: true,
  relays: [{ index: 1, state: 'OPEN' }],
  inputs: [{ index: 1, state: 'HI' }],
  ...reading,
});

const wire = (sensor: SensorModel, reading: SensorReading, labelOf = UNNAMED): unknown =>
  JSON.parse(JSON.stringify(sensorView(sensor, labelOf, reading)));

describe('a temperature and humidity sensor', () => {
  it('reads in both scales', () => {
    expect(wire(CLIMATE, { port: 'A', kind: 'temp_hum', connected: true, temperature: 22.5, humidity: 40 })).toEqual({
      sensorId: 'SA-1',
      sensorPort: 'A',
      sensorName: 'Temperature and Humidity Sensor A',
      sensorType: 'temp_hum',
      sensorTempInC: 22.5,
      sensorTempInF: 72.5,
      sensorHumidity: 40,
    });
  });

  it('that is not connected has a name but no readings', () => {
    const last = { temperature: 22.5, humidity: 40 };
    expect(wire(CLIMATE, { port: 'A', kind: 'temp_hum', connected: false, ...last })).toEqual({
      sensorId: 'SA-1',
      sensorPort: 'A',
      sensorName: 'Temperature and Humidity Sensor A',
      sensorType: 'temp_hum',
    });
  });

  it('that measures no humidity leaves it out', () => {
    expect(wire(CLIMATE, { port: 'A', kind: 'temp_hum', connected: true, temperature: -40 })).toMatchObject({
      sensorTempInC: -40,
      sensorTempInF: -40,
    });
  });
});

describe('a smart I/O hub', () => {
  it('shows its relays and inputs with their labels', () => {
    const labels: LabelOf = (part) => (part === 'relay' ? { name: 'Fan', description: 'rear door' } : {});
    expect(wire(HUB, hub({ vdcOutput: true, userSwitch: false }), labels)).toEqual({
      sensorId: 'SB-1',
      sensorPort: 'B',
      sensorName: 'Smart I/O Hub B',
      sensorType: 'dio_hub',
      outputRelays: [
        { outputRelayName: 'Fan', outputRelayDescription: 'rear door', rebootStatus: 'none', state: 'OPEN', index: 1 },
      ],
      digitalInputs: [{ digitalInputName: 'Digital Input 1', digitalInputDescription: '', state: 'HI', index: 1 }],
      vdcOutputState: true,
      userSwitchState: false,
    });
  });

  it('that is not connected has no relays to show', () => {
    expect(wire(HUB, hub({ connected: false }))).not.toHaveProperty('outputRelays');
  });
});
