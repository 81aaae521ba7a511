import { describe, expect, it } from '@jest/globals';
import { ATS_8 } from '../hardware/profiles/ats-8.js';
import { DUAL_CIRCUIT_16 } from '../hardware/profiles/dual-circuit-16.js';
import { PduModel } from '../hardware/profiles/pdu-model.js';
import type { ModelProfile } from '../hardware/profiles/profile.js';
import { THREE_PHASE_36 } from '../hardware/profiles/three-phase-36.js';
import type { BankReading, InletReading } from '../hardware/snapshot.js';
import { descriptionOf, variablesOf, type NutSource } from './variables.js';

const DEVICE = { name: 'Rack 7', macAddress: '', contact: '', location: '', version: '1.0.0', driver: 'x', uptime: 5 };

type Measured = Omit<Partial<InletReading>, 'lines'> & { readonly currents?: readonly (number | undefined)[] };

/** The values of a PDU of this model without outlets, by name. */
function valuesOf(profile: ModelProfile, measured: readonly Measured[], more: Partial<NutSource> = {}) {
  const model = new PduModel(profile);
  const inlets = model.inlets.map((inlet, place) => {
    const { currents = [], ...reading } = measured[place] ?? {};
    const lines = inlet.lineIds.map(({ id }, line) => ({ id, current: currents[line], voltage: 230 + line }));
    return { inlet, reading: { ...reading, id: inlet.id, lines } };
  });
  const nothing = { banks: undefined, sensors: undefined, groups: undefined, outlets: [], fsd: false };
  const variables = variablesOf({ profile, device: DEVICE, inlets, ...nothing, ...more });
  return Object.fromEntries(variables.map(({ name, value }) => [name, value]));
}

const bank = (reading: Partial<BankReading>) => {
  const [first] = new PduModel(ATS_8).banks;
  if (!first) throw new Error('This model has no bank.');
  return [{ bank: first, name: 'Bank 1', reading: { ...reading, id: first.id }, outlets: 8 }];
};

describe('the variables of the inlets', () => {
  it('of a transfer switch are those of the inlet that feeds the load', () => {
    const values = valuesOf(ATS_8, [
      { active: false, ready: true, voltage: 229, activePower: 1, currents: [0] },
      { active: true, ready: true, voltage: 231, activePower: 500, apparentPower: 550, currents: [4] },
    ]);
    expect(values).toMatchObject({
      'input.source': '2',
      'input.source.preferred': '1',
      'input.voltage': '231',
      'input.realpower': '500',
      'input.1.voltage': '229',
      'input.2.voltage': '231',
      'ups.load': '25',
      'ups.status': 'OL',
    });
  });

  it('of two circuits are sums, unknown while a part is, and the voltage of the first', () => {
    const inlet = { voltage: 230, activePower: 100, apparentPower: 200, current: 2 };
    expect(valuesOf(DUAL_CIRCUIT_16, [inlet, { ...inlet, voltage: 231 }])).toMatchObject({
      'input.count': '2',
      'input.voltage': '230',
      'input.current': '4',
      'input.realpower': '200',
      'input.powerfactor': '0.5',
    });
    const partly = valuesOf(DUAL_CIRCUIT_16, [inlet, { ...inlet, activePower: undefined }]);
    expect(partly).not.toHaveProperty(['input.realpower']);
    expect(partly).not.toHaveProperty(['input.powerfactor']);
  });

  it('of three phases have each line, to neutral or to the next one', () => {
    const inlet = { currents: [10, 20, 33] };
    const wye = valuesOf(THREE_PHASE_36, [inlet]);
    expect(wye).toMatchObject({ 'input.L3.current': '33', 'input.L2-N.voltage': '231', 'ups.load': '110' });
    expect(wye['ups.status']).toBe('OL OVER');
    const [first] = THREE_PHASE_36.inlets;
    const delta: ModelProfile = { ...THREE_PHASE_36, inlets: [{ ...first, lineConfiguration: 'L-L' }] };
    expect(valuesOf(delta, [inlet])).toMatchObject({ 'input.L3-L1.voltage': '232' });
    expect(valuesOf(THREE_PHASE_36, [{ currents: [10, undefined, 5] }])).not.toHaveProperty(['ups.load']);
  });

  it('are left out for those who may not see them', () => {
    const values = valuesOf(ATS_8, [], { inlets: undefined });
    expect(Object.keys(values).filter((name) => /^input|^ups\.(load|power|realpower)/.test(name))).toEqual([]);
    expect(values['ups.status']).toBe('OL');
  });
});

describe('the status', () => {
  it('has an alarm while a breaker is open or an inlet of a transfer switch is not ready', () => {
    const values = valuesOf(ATS_8, [{ active: true, ready: true }, { ready: false }], {
      banks: bank({ breakerClosed: false }),
    });
    expect(values).toMatchObject({
      'ups.status': 'OL ALARM',
      'ups.alarm': 'inlet 2 is not ready; breaker of bank 1 is open',
      'outlet.group.1.status': 'off',
    });
  });

  it('is OVER above the rating of a breaker, and begins with FSD once that is set', () => {
    const values = valuesOf(ATS_8, [], { banks: bank({ current: 16.1 }), fsd: true });
    expect(values['ups.status']).toBe('FSD OL OVER');
    expect(valuesOf(ATS_8, [], { banks: bank({ current: 16 }) })['ups.status']).toBe('OL');
  });
});

describe('the description of a variable', () => {
  it('is one sentence, whether or not the PDU has it now', () => {
    expect(descriptionOf('outlet.12.status')).toBe('State of the relay of outlet 12');
    expect(descriptionOf('ups.status')).toBe('Status of the device');
    expect(descriptionOf('outlet.n.status.x')).toBeUndefined();
    expect(descriptionOf('__proto__')).toBeUndefined();
  });

  it('is known of every variable', () => {
    const values = valuesOf(ATS_8, [{ active: true, voltage: 230 }], { banks: bank({ current: 1 }) });
    expect(Object.keys(values).filter((name) => descriptionOf(name) === undefined)).toEqual([]);
  });
});
