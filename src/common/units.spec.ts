import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { roundedShare } from './units.js';

describe('a rounded share', () => {
  it.each([
    [0.9999, 3, 0.999],
    [0.9994, 3, 0.999],
    [0.00004, 3, 0.001],
    [0.5004, 3, 0.5],
    [1, 3, 1],
    [0, 3, 0],
  ])('of %d with %d decimals is %d', (share, digits, rounded) => {
    expect(roundedShare(share, digits)).toBe(rounded);
  });

  it('of a part is neither nothing nor all', () => {
    const part = fc.double({ min: 0, max: 1, minExcluded: true, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(part, fc.integer({ min: 1, max: 6 }), (share, digits) => {
        const rounded = roundedShare(share, digits);
        expect(rounded > 0 && rounded < 1).toBe(true);
      }),
    );
  });
});
