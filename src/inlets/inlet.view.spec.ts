import { describe, expect, it } from '@jest/globals';
import { ATS_8 } from '../hardware/profiles/ats-8.js';
import { DUAL_CIRCUIT_16 } from '../hardware/profiles/dual-circuit-16.js';
import { PduModel } from '../hardware/profiles/pdu-model.js';
import type { ModelProfile } from '../hardware/profiles/profile.js';
import { SINGLE_PHASE_16 } from '../hardware/profiles/single-phase-16.js';
import { THREE_PHASE_36 } from '../hardware/profiles/three-phase-36.js';
import type { InletReading } from '../hardware/snapshot.js';
import { defaultInletName, inletView } from './inlet.view.js';

const MEASURED = {
  current: 4.00049,
  voltage: 120,
  frequency: 60,
  powerFactor: 0.9,
  activePower: 432,
  apparentPower: 480,
  reactivePower: 209,
  energy: 12.34567,
};

function viewOf(profile: ModelProfile, reading: Partial<InletReading> = MEASURED, position = 0) {
  const inlet = new PduModel(profile).inlets[position];
  if (!inlet) throw new Error('no such inlet');
  const entered = { name: defaultInletName(inlet), sourceName: '', sourceUri: '' };
  return inletView(inlet, profile.inletConfig, entered, { id: inlet.id, lines: [], ...reading });
}

/** As a client gets it: absent members are not there. */
const onTheWire = (view: object): Record<string, unknown> =>
  JSON.parse(JSON.stringify(view)) as Record<string, unknown>;

describe('an inlet', () => {
  it('carries the members of a single-phase inlet, rounded to three decimals', () => {
    expect(onTheWire(viewOf(SINGLE_PHASE_16))).toEqual({
      id: 'I1-1000036',
      inletType: 'single',
      inletPlug: 'NEMA L5-30P',
      inletName: 'NEMA L5-30P Inlet',
      sourceName: '',
      sourceUri: '',
      inletPhase: 'Single Phase',
      inletLineConfiguration: 'L-N',
      ratedCurrent: 30,
      inletEnergyAccumulation: 12.346,
      inletCurrentRms: 4,
      inletVoltageRms: 120,
      inletLineFrequency: 60,
      inletPowerFactor: 0.9,
      inletActivePower: 432,
      inletApparentPower: 480,
      inletReactivePower: 209,
    });
  });

  it('leaves out what the hardware did not measure', () => {
    expect(Object.keys(onTheWire(viewOf(SINGLE_PHASE_16, { voltage: 0 })))).toEqual([
      'id',
      'inletType',
      'inletPlug',
      'inletName',
      'sourceName',
      'sourceUri',
      'inletPhase',
      'inletLineConfiguration',
      'ratedCurrent',
      'inletVoltageRms',
    ]);
  });

  it('shows the lines of a three-phase inlet and how even their load is', () => {
    const lines = ['L1', 'L2', 'L3'].map((line, place) => ({
      id: `${line}-1000047`,
      current: 12 - 2 * place,
      voltage: 120,
    }));
    expect(viewOf(THREE_PHASE_36, { ...MEASURED, lines })).toMatchObject({
      inletPhase: 'Three Phase',
      threePhaseBalance: '80%',
      inletLines: [
        { id: 'L1-1000047', line: 'L1', currentRms: 12, voltageRms: 120 },
        { id: 'L2-1000047', line: 'L2', currentRms: 10, voltageRms: 120 },
        { id: 'L3-1000047', line: 'L3', currentRms: 8, voltageRms: 120 },
      ],
    });
  });

  it('of a transfer switch shows measurements only while it feeds the load', () => {
    const active = onTheWire(viewOf(ATS_8, { ...MEASURED, active: true, ready: true }));
    const waiting = onTheWire(viewOf(ATS_8, { ...MEASURED, active: false, ready: true }, 1));
    expect(active).toMatchObject({ inletType: 'ats', atsInletId: 'A', atsInletActive: true, inletCurrentRms: 4 });
    expect(waiting).toEqual({
      id: 'I2-1000058',
      inletType: 'ats',
      inletPlug: 'IEC 60320 C20',
      inletName: 'IEC 60320 C20 Inlet',
      sourceName: '',
      sourceUri: '',
      inletPhase: 'Single Phase',
      inletLineConfiguration: 'L-N',
      ratedCurrent: 16,
      inletEnergyAccumulation: 12.346,
      atsInletId: 'B',
      atsInletActive: false,
      atsInletReady: true,
    });
  });

  it('of a dual-circuit model says so and measures on its own', () => {
    expect(viewOf(DUAL_CIRCUIT_16, MEASURED, 1)).toMatchObject({ inletType: 'dual', inletCurrentRms: 4 });
    expect(viewOf(DUAL_CIRCUIT_16)).not.toHaveProperty('atsInletId');
  });
});
