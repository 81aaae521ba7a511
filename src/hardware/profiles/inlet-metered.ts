import type { ModelProfile } from './profile.js';

/** Inlet and bank metering only: the receptacles are neither switched nor metered. */
export const INLET_METERED = {
  model: 'inlet-metered',
  modelNumber: 'RF-0001-I',
  enclosureSerialNumber: '1000092',
  controllerSerialNumber: 2000092,
  formFactor: '0U',
  phase: 'Single Phase',
  inletConfig: 'standard',
  inlets: [
    {
      plug: 'IEC 60309 32A',
      lines: ['L1'],
      nominalVoltage: 230,
      nominalFrequency: 50,
      ratedCurrent: 32,
      lineConfiguration: 'L-N',
    },
  ],
  banks: [{ serial: '1200680', inlet: 0, lines: ['L1'], breaker: 16 }],
  outlets: [],
  outletSwitching: false,
  outletMetering: false,
  relayOutputs: 0,
  sensorPorts: { A: 'temp_hum' },
} as const satisfies ModelProfile;
