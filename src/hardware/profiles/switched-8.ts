import { outletRows } from './profile.js';
import type { ModelProfile } from './profile.js';

/** Eight outlets that are switched but not metered; without a breaker. */
export const SWITCHED_8 = {
  model: 'switched-8',
  modelNumber: 'RF-0801-S',
  enclosureSerialNumber: '1000070',
  controllerSerialNumber: 2000070,
  formFactor: '1U',
  phase: 'Single Phase',
  inletConfig: 'standard',
  inlets: [
    {
      plug: 'NEMA 5-15P',
      lines: ['L1'],
      nominalVoltage: 120,
      nominalFrequency: 60,
      ratedCurrent: 15,
      lineConfiguration: 'L-N',
    },
  ],
  banks: [{ serial: '1200667', inlet: 0, lines: ['L1'] }],
  outlets: outletRows(0, 8, 'NEMA 5-15R'),
  outletSwitching: true,
  outletMetering: false,
  relayOutputs: 0,
  sensorPorts: {},
} as const satisfies ModelProfile;
