/** Meters, the rack view and Capacity show one number for the balance of an inlet: that of the API. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { phaseBalance as balanceOfController } from '../../src/inlets/inlet.view.js';
import { phaseBalance } from '../../web/src/components/phase-balance.js';

describe('the balance of the lines', () => {
  it('is in whole percent, and unknown while the current of a line is', () => {
    expect(phaseBalance([10, 10.3, 9.9])).toBe(98);
    expect(phaseBalance([10, undefined, 9.9])).toBeUndefined();
  });

  it('is that of the controller', () => {
    const current = fc.option(fc.double({ min: 0, max: 1000, noNaN: true }), { nil: undefined });
    fc.assert(
      fc.property(fc.array(current, { maxLength: 3 }), (currents) => {
        expect(phaseBalance(currents)).toBe(balanceOfController(currents));
      }),
    );
  });
});
