import { describe, expect, it } from '@jest/globals';
import { conditionOf, countPower } from './outlet-condition.js';

const anOutlet = (more: Partial<NonNullable<Parameters<typeof conditionOf>[0]>> = {}) => ({
  state: 'ON' as const,
  rebootStatus: 'none' as const,
  relayHealth: 'OK' as const,
  voltageDetection: true,
  circuitVoltage: 120,
  ...more,
});
const TRIPPED = { circuitBreakerClosed: false };

describe('the condition of an outlet', () => {
  it('is "no power", not a relay fault, where its circuit is dead and the role does not see the breaker', () => {
    const dead = anOutlet({ relayHealth: 'Failed', voltageDetection: false, circuitVoltage: 0 });
    expect(conditionOf(dead, undefined)).toBe('noPower');
    expect(conditionOf(dead, TRIPPED)).toBe('tripped');
  });

  it('is a relay fault where the circuit has voltage and the relay does not follow', () => {
    expect(conditionOf(anOutlet({ relayHealth: 'Failed', voltageDetection: false }), undefined)).toBe('relayFault');
  });

  it('is not known to be without power where the voltage is not measured', () => {
    expect(conditionOf(anOutlet({ circuitVoltage: undefined }), undefined)).toBe('on');
  });

  it('is off, on a dead circuit too, for an outlet that is turned off', () => {
    expect(conditionOf(anOutlet({ state: 'OFF', voltageDetection: false, circuitVoltage: 0 }), undefined)).toBe('off');
  });
});

describe('the count of outlets with power', () => {
  it('leaves out those behind a tripped breaker, and counts those that are off as off', () => {
    const outlets = [
      [anOutlet(), undefined],
      [anOutlet(), TRIPPED],
      [anOutlet({ state: 'OFF' }), TRIPPED],
      [anOutlet({ state: 'OFF' }), undefined],
      [anOutlet({ relayHealth: 'Failed' }), undefined],
      [anOutlet({ state: undefined }), undefined],
    ] as const;
    const counted = outlets.map(([outlet, bank]) => ({ outlet, condition: conditionOf(outlet, bank) }));
    expect(countPower(counted)).toEqual({ powered: 1, unpowered: 1, off: 2, faulty: 1, unknown: 1 });
  });
});
