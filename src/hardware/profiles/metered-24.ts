import { outletRows } from './profile.js';
import type { ModelProfile } from './profile.js';

/** Twenty-four outlets that are metered one by one and always on. */
export const METERED_24 = {
  model: 'metered-24',
  modelNumber: 'RF-2402-M',
  enclosureSerialNumber: '1000081',
  controllerSerialNumber: 2000081,
  formFactor: '0U',
  phase: 'Single Phase',
  inletConfig: 'standard',
  inlets: [
    {
      plug: 'NEMA L6-30P',
      lines: ['L1'],
      nominalVoltage: 208,
      nominalFrequency: 60,
      ratedCurrent: 30,
      lineConfiguration: 'L-L',
    },
  ],
  banks: [
    { serial: '1200678', inlet: 0, lines: ['L1'], breaker: 20 },
    { serial: '1200679', inlet: 0, lines: ['L1'], breaker: 20 },
  ],
  outlets: [0, 1].flatMap((bank) => [
    ...outletRows(bank, 10, 'IEC 60320 C13'),
    ...outletRows(bank, 2, 'IEC 60320 C19'),
  ]),
  outletSwitching: false,
  outletMetering: true,
  relayOutputs: 0,
  sensorPorts: { B: 'temp_hum' },
} as const satisfies ModelProfile;
