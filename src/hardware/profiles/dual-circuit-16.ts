import { outletRows } from './profile.js';
import type { ModelProfile } from './profile.js';

const INLET = {
  plug: 'NEMA L5-20P',
  lines: ['L1'],
  nominalVoltage: 120,
  nominalFrequency: 60,
  ratedCurrent: 20,
  lineConfiguration: 'L-N',
} as const;

/** Two independent inlets, each feeding one bank of eight outlets. */
export const DUAL_CIRCUIT_16 = {
  model: 'dual-circuit-16',
  modelNumber: 'RF-1602-DC',
  enclosureSerialNumber: '1000069',
  controllerSerialNumber: 2000069,
  formFactor: '2U',
  phase: 'Single Phase',
  inletConfig: 'dualcircuit',
  inlets: [INLET, INLET],
  banks: [
    { serial: '1200656', inlet: 0, lines: ['L1'], breaker: 20 },
    { serial: '1200657', inlet: 1, lines: ['L1'], breaker: 20 },
  ],
  outlets: [...outletRows(0, 8, 'NEMA 5-20R'), ...outletRows(1, 8, 'NEMA 5-20R')],
  outletSwitching: true,
  outletMetering: true,
  relayOutputs: 0,
  sensorPorts: { A: 'temp_hum', B: 'dio_hub' },
} as const satisfies ModelProfile;
