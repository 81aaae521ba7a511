import { outletRows } from './profile.js';
import type { ModelProfile } from './profile.js';

/** One 30 A three-phase inlet in a wye, three banks of twelve outlets, each between two lines (208 V). */
export const THREE_PHASE_36 = {
  model: 'three-phase-36',
  modelNumber: 'RF-3603-30',
  enclosureSerialNumber: '1000047',
  controllerSerialNumber: 2000047,
  formFactor: '0U',
  phase: 'Three Phase Wye',
  inletConfig: 'standard',
  inlets: [
    {
      plug: 'NEMA L21-30P',
      lines: ['L1', 'L2', 'L3'],
      nominalVoltage: 120,
      nominalFrequency: 60,
      ratedCurrent: 30,
      lineConfiguration: 'L-N',
    },
  ],
  banks: [
    { serial: '1200612', inlet: 0, lines: ['L1', 'L2'], breaker: 20 },
    { serial: '1200613', inlet: 0, lines: ['L2', 'L3'], breaker: 20 },
    { serial: '1200614', inlet: 0, lines: ['L3', 'L1'], breaker: 20 },
  ],
  outlets: [0, 1, 2].flatMap((bank) => [
    ...outletRows(bank, 10, 'IEC 60320 C13'),
    ...outletRows(bank, 2, 'IEC 60320 C19'),
  ]),
  outletSwitching: true,
  outletMetering: true,
  relayOutputs: 0,
  sensorPorts: { A: 'temp_hum' },
} as const satisfies ModelProfile;
