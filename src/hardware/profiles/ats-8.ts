import { outletRows } from './profile.js';
import type { ModelProfile } from './profile.js';

const INLET = {
  plug: 'IEC 60320 C20',
  lines: ['L1'],
  nominalVoltage: 230,
  nominalFrequency: 50,
  ratedCurrent: 16,
  lineConfiguration: 'L-N',
} as const;

/** Two inlets behind a transfer switch, one bank of eight outlets. */
export const ATS_8 = {
  model: 'ats-8',
  modelNumber: 'RF-0801-ATS',
  enclosureSerialNumber: '1000058',
  controllerSerialNumber: 2000058,
  formFactor: '1U',
  phase: 'Single Phase',
  inletConfig: 'ats',
  inlets: [INLET, INLET],
  banks: [{ serial: '1200645', inlet: 0, lines: ['L1'], breaker: 16 }],
  outlets: [...outletRows(0, 7, 'IEC 60320 C13'), ...outletRows(0, 1, 'IEC 60320 C19')],
  outletSwitching: true,
  outletMetering: true,
  relayOutputs: 0,
  sensorPorts: { A: 'temp_hum' },
} as const satisfies ModelProfile;
