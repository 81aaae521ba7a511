import { describe, expect, it } from '@jest/globals';
import { encodeProfile, type Profile } from '../../fleet-wire/profile.js';
import { measureOf, type MeasureName } from '../../readings-format/measures.js';
import { LoadedProfile } from './loaded-profile.js';
import { outletsView } from './pdu-outlets.view.js';
import { PduState } from './pdu-state.js';

const NOW = Date.parse('2026-11-24T12:00:00Z');
const series = (object: string, ...quantities: MeasureName[]) =>
  quantities.map((quantity) => ({ object, quantity, measure: measureOf(quantity).code }));

const RACK: Profile = {
  model: 'three-phase-1',
  inlets: [
    {
      id: 'I1-7',
      name: 'Feed A',
      lines: [
        { id: 'L1-7', name: 'L1' },
        { id: 'L2-7', name: 'L2' },
      ],
    },
  ],
  banks: [],
  outlets: [],
  sensors: [
    { id: 'SA-7', name: 'Cold aisle' },
    { id: 'SB-7', name: 'Hot aisle' },
  ],
  series: [
    ...series('I1-7', 'current', 'voltage', 'frequency', 'activePower', 'apparentPower', 'powerFactor', 'energy'),
    ...series('L1-7', 'current', 'voltage'),
    ...series('L2-7', 'current', 'voltage'),
    ...series('SA-7', 'temperature', 'humidity'),
    ...series('SB-7', 'temperature', 'humidity'),
  ],
};
const VALUES = [9, 230, 50, 6200, 6300, 0.98, 12.5, 9.5, 231, NaN, 229, 21.5, 40, NaN, NaN];

function viewOf(profile: Profile, isOnline = true) {
  const pdu = new PduState();
  pdu.profile = new LoadedProfile(encodeProfile(profile));
  pdu.takeLive(() => Float64Array.from(VALUES), NOW);
  return outletsView(pdu, isOnline, NOW);
}

describe('the parts of a PDU at the hub', () => {
  it('have inlets with their lines, and sensors, with what each measures, null where it measures nothing', () => {
    expect(viewOf(RACK)).toEqual({
      ...{ online: true, readAt: '2026-11-24T12:00:00.000Z', live: true, banks: [], outlets: [] },
      inlets: [
        {
          ...{ id: 'I1-7', name: 'Feed A', current: 9, voltage: 230, frequency: 50, activePower: 6200 },
          ...{ apparentPower: 6300, powerFactor: 0.98, activeEnergy: 12.5 },
          lines: [
            { id: 'L1-7', name: 'L1', current: 9.5, voltage: 231 },
            { id: 'L2-7', name: 'L2', current: null, voltage: 229 },
          ],
        },
      ],
      sensors: [
        { id: 'SA-7', name: 'Cold aisle', temperature: 21.5, humidity: 40 },
        { id: 'SB-7', name: 'Hot aisle', temperature: null, humidity: null },
      ],
    });
  });

  it('of a controller of an earlier release have no lines, and sensors by their ids', () => {
    const earlier = { ...RACK, inlets: [{ id: 'I1-7', name: 'Feed A' }], sensors: undefined };
    expect(viewOf(earlier)).toMatchObject({
      inlets: [{ id: 'I1-7', current: 9, lines: [] }],
      sensors: [
        { id: 'SA-7', name: 'SA-7', temperature: 21.5 },
        { id: 'SB-7', name: 'SB-7' },
      ],
    });
  });

  it('are none of a PDU that was never heard', () => {
    const none = { readAt: null, live: false, inlets: [], banks: [], outlets: [], sensors: [] };
    expect(outletsView(undefined, null, NOW)).toEqual({ online: null, ...none });
  });
});
