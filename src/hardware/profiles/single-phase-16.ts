import { outletRows } from './profile.js';
import type { ModelProfile } from './profile.js';

/** One 30 A inlet, two banks of eight outlets, switched and metered; the default model. */
export const SINGLE_PHASE_16 = {
  model: 'single-phase-16',
  modelNumber: 'RF-1602-30',
  enclosureSerialNumber: '1000036',
  controllerSerialNumber: 2000036,
  formFactor: '2U',
  phase: 'Single Phase',
  inletConfig: 'standard',
  inlets: [
    {
      plug: 'NEMA L5-30P',
      lines: ['L1'],
      nominalVoltage: 120,
      nominalFrequency: 60,
      ratedCurrent: 30,
      lineConfiguration: 'L-N',
    },
  ],
  banks: [
    { serial: '1200578', inlet: 0, lines: ['L1'], breaker: 20 },
    { serial: '1200579', inlet: 0, lines: ['L1'], breaker: 20 },
  ],
  outlets: [
    ...outletRows(0, 7, 'IEC 60320 C13'),
    ...outletRows(0, 1, 'IEC 60320 C19'),
    ...outletRows(1, 6, 'IEC 60320 C13'),
    ...outletRows(1, 2, 'NEMA 5-20R'),
  ],
  outletSwitching: true,
  outletMetering: true,
  relayOutputs: 2,
  sensorPorts: { A: 'temp_hum', B: 'dio_hub' },
} as const satisfies ModelProfile;
