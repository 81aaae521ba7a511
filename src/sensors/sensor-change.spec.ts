import { describe, expect, it } from '@jest/globals';
import type { SensorModel } from '../hardware/profiles/pdu-model.js';
import type { IoHubReading, SensorReading } from '../hardware/snapshot.js';
import { ApiError } from '../common/errors.js';
import { checkSensorChange } from './sensor-change.js';
import type { UpdateSensorDto } from './sensor.dto.js';

const CLIMATE: SensorModel = { id: 'SA-1', port: 'A', kind: 'temp_hum', position: 0 };
const HUB: SensorModel = { id: 'SB-1', port: 'B', kind: 'dio_hub', position: 1 };
const CONNECTED: IoHubReading = {
  port: 'B',
  kind: 'dio_hub',
  connected: true,
  relays: [1, 2].map((index) => ({ index, state: 'OPEN' })),
  inputs: [1, 2].map((index) => ({ index, state: 'LO' })),
};
const AWAY: IoHubReading = { ...CONNECTED, connected: false, relays: [], inputs: [] };
const CLIMATE_READING: SensorReading = { port: 'A', kind: 'temp_hum', connected: true };

function refusal(sensor: SensorModel, reading: SensorReading, change: UpdateSensorDto): string | undefined {
  try {
    checkSensorChange(sensor, reading, change);
    return undefined;
  } catch (error) {
    return (error as ApiError).code;
  }
}

describe('a change of a sensor', () => {
  it('parts what is switched from what is named', () => {
    const outputRelays = [
      { index: 1, state: 'CLOSE' as const, outputRelayName: 'Fan' },
      { index: 2, outputRelayDescription: '' },
    ];
    expect(checkSensorChange(HUB, CONNECTED, { sensorName: 'Door', outputRelays, vdcOutputState: false })).toEqual({
      relays: [{ index: 1, state: 'CLOSE' }],
      vdcOutput: false,
      labels: [
        { part: 'sensor', index: 0, name: 'Door' },
        { part: 'relay', index: 1, name: 'Fan' },
        { part: 'relay', index: 2, description: '' },
      ],
    });
  });

  it('names the inputs of a hub', () => {
    const digitalInputs = [{ index: 2, digitalInputName: 'Smoke', digitalInputDescription: 'ceiling' }];
    expect(checkSensorChange(HUB, CONNECTED, { digitalInputs }).labels).toEqual([
      { part: 'input', index: 2, name: 'Smoke', description: 'ceiling' },
    ]);
  });

  it('is refused for an index that the hub does not have', () => {
    expect(refusal(HUB, CONNECTED, { outputRelays: [{ index: 3, state: 'OPEN' }] })).toBe('HUB_RELAY_UNKNOWN');
    expect(refusal(HUB, CONNECTED, { digitalInputs: [{ index: 3, digitalInputName: 'x' }] })).toBe('HUB_INPUT_UNKNOWN');
  });

  it('is refused when an index stands twice, for then it contradicts itself', () => {
    const outputRelays = [
      { index: 1, state: 'OPEN' as const },
      { index: 1, state: 'CLOSE' as const },
    ];
    expect(refusal(HUB, CONNECTED, { outputRelays })).toBe('VALIDATION_FAILED');
  });

  it('is refused when it says nothing', () => {
    expect(refusal(HUB, CONNECTED, { outputRelays: [] })).toBe('NOTHING_TO_CHANGE');
    expect(refusal(HUB, CONNECTED, { outputRelays: [{ index: 1 }] })).toBe('NOTHING_TO_CHANGE');
  });

  it('of a hub that is not there may name, but not switch', () => {
    expect(checkSensorChange(HUB, AWAY, { outputRelays: [{ index: 6, outputRelayName: 'Fan' }] }).labels).toHaveLength(
      1,
    );
    expect(refusal(HUB, AWAY, { outputRelays: [{ index: 1, state: 'OPEN' }] })).toBe('SENSOR_NOT_CONNECTED');
    expect(refusal(HUB, AWAY, { vdcOutputState: true })).toBe('SENSOR_NOT_CONNECTED');
  });

  it('of a temperature sensor knows only its name', () => {
    expect(checkSensorChange(CLIMATE, CLIMATE_READING, { sensorName: 'Rack 3' }).labels).toHaveLength(1);
    expect(refusal(CLIMATE, CLIMATE_READING, { outputRelays: [{ index: 1, state: 'OPEN' }] })).toBe('SENSOR_NOT_A_HUB');
    expect(refusal(CLIMATE, CLIMATE_READING, { digitalInputs: [] })).toBe('SENSOR_NOT_A_HUB');
    expect(refusal(CLIMATE, CLIMATE_READING, { vdcOutputState: false })).toBe('SENSOR_NOT_A_HUB');
  });
});
