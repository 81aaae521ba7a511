import { describe, expect, it } from '@jest/globals';
import { PduModel } from '../hardware/profiles/pdu-model.js';
import type { ModelProfile } from '../hardware/profiles/profile.js';
import { SINGLE_PHASE_16 } from '../hardware/profiles/single-phase-16.js';
import { THREE_PHASE_36 } from '../hardware/profiles/three-phase-36.js';
import type { BankReading } from '../hardware/snapshot.js';
import { VERSION } from '../common/version.js';
import { bankView, defaultBankName } from './bank.view.js';

function viewOf(profile: ModelProfile, reading: Partial<BankReading> = {}, position = 0): Record<string, unknown> {
  const model = new PduModel(profile);
  const bank = model.banks[position];
  if (!bank) throw new Error('no such bank');
  const view = bankView(bank, { name: 'simulator', model }, defaultBankName(bank), { id: bank.id, ...reading });
  return JSON.parse(JSON.stringify(view)) as Record<string, unknown>;
}

describe('a bank', () => {
  it('carries its readings, rounded to three decimals', () => {
    const reading = {
      breakerClosed: true,
      current: 1.23456,
      voltage: 120,
      frequency: 60,
      powerFactor: 1,
      activePower: 148,
      apparentPower: 148,
      reactivePower: 0,
      energy: 3,
    };
    expect(viewOf(SINGLE_PHASE_16, reading, 1)).toEqual({
      id: '1200579',
      inletId: 'I1-1000036',
      firmwareVersion: VERSION,
      hardwareVersion: 'simulator',
      bankName: 'Bank 2',
      bankLines: 'L1',
      outletSwitchingSupported: true,
      outletMeteringSupported: true,
      hasCircuitBreakerProtection: true,
      ratedCurrent: 20,
      circuitBreakerClosed: true,
      currentRms: 1.235,
      voltageRms: 120,
      lineFrequency: 60,
      powerFactor: 1,
      activePower: 148,
      apparentPower: 148,
      reactivePower: 0,
      energyAccumulation: 3,
    });
  });

  it('names the two lines it hangs between', () => {
    expect(viewOf(THREE_PHASE_36).bankLines).toBe('L1-L2');
  });

  it('without a breaker of its own says nothing about one', () => {
    const banks = SINGLE_PHASE_16.banks.map(({ serial, inlet, lines }) => ({ serial, inlet, lines }));
    const view = viewOf({ ...SINGLE_PHASE_16, banks });
    expect(view.hasCircuitBreakerProtection).toBe(false);
    expect(view).not.toHaveProperty('circuitBreakerClosed');
  });
});
