import { describe, expect, it } from '@jest/globals';
import { anOccurrence } from '../../../../test/support/fixtures/event-occurrence.js';
import { trapOf, type TrapFacts } from './trap.message.js';

const facts = (change: Partial<TrapFacts> = {}): TrapFacts => ({
  deviceName: 'Rack 7',
  deviceIpAddress: '10.0.0.5',
  index: 2,
  values: {},
  ...change,
});
const reading = (value: number) => ({ label: '', value, unit: '', limit: 0 });
const valueOf = (code: number, value: number, name: string) =>
  trapOf(anOccurrence({ code, reading: reading(value) }), facts()).variables.find((each) => each.name === name)?.value;

describe('a trap', () => {
  it.each([
    [15, 12.3456, 'inletCurrentRms', 12346],
    [17, 230.04, 'inletVoltageRms', 2300],
    [19, 49.987, 'inletLineFrequency', 4999],
    [21, 0.854, 'inletPowerFactor', 85],
    [22, 1234.567, 'inletEnergyAccumulation', 123457],
    [23, 3680.4, 'inletActivePower', 3680],
    [25, 3800.6, 'inletApparentPower', 3801],
    [27, -120.2, 'inletReactivePower', -120],
    [31, 16.001, 'bankCurrentRms', 16001],
    [33, 119.96, 'bankVoltage', 1200],
    [45, 0.0004, 'outletCurrentRms', 0],
    [49, 27.25, 'sensorTemp', 2725],
    [50, -5.5, 'sensorTemp', -550],
    [51, 60.1, 'sensorHumidity', 6010],
    [29, 20, 'inlet3PhaseBalance', 80],
    [29, 200, 'inlet3PhaseBalance', 0],
    [22, 1e12, 'inletEnergyAccumulation', 2147483647],
  ])('of code %i says %d as %s %i', (code, value, name, written) => {
    expect(valueOf(code, value, name)).toBe(written);
  });

  it('takes the measured value from the occurrence, not from a later reading', () => {
    const { variables } = trapOf(anOccurrence(), facts({ values: { bankCurrentRms: 3 } }));
    expect(variables.find(({ name }) => name === 'bankCurrentRms')?.value).toBe(17250);
  });

  it('cuts text to 255 octets without cutting a character', () => {
    const { variables } = trapOf(anOccurrence({ eventName: `x${'é'.repeat(200)}` }), facts());
    expect(variables.find(({ name }) => name === 'eventName')?.value).toBe(`x${'é'.repeat(127)}`);
  });

  it('has no value for what is not known, rather than a zero', () => {
    const { variables } = trapOf(anOccurrence({ code: 30 }), facts());
    expect(variables.find(({ name }) => name === 'bankCurrentRms')).toMatchObject({ value: undefined });
  });
});
