import { describe, expect, it } from '@jest/globals';
import { assert, double, property, shuffledSubarray, tuple } from 'fast-check';
import { phaseBalance } from './inlet.view.js';

const amps = double({ min: 0, max: 100, noNaN: true });
const lines = tuple(amps, amps, amps);

describe('the balance of three lines', () => {
  it.each([
    [[10, 10, 10], 100],
    [[12, 10, 8], 80],
    [[0, 0, 0], 100],
    [[30, 0, 0], 0],
    [[16, 16, 0], 0],
  ])('of %j A is %d %%', (currents, balance) => {
    expect(phaseBalance(currents)).toBe(balance);
  });

  it('is unknown while a line is unknown', () => {
    expect(phaseBalance([10, undefined, 10])).toBeUndefined();
    expect(phaseBalance([])).toBeUndefined();
  });

  it('is a whole percentage from 0 to 100', () => {
    assert(
      property(lines, (currents) => {
        const balance = phaseBalance(currents) ?? NaN;
        return Number.isInteger(balance) && balance >= 0 && balance <= 100;
      }),
    );
  });

  it('does not depend on which line is which', () => {
    const order = shuffledSubarray([0, 1, 2], { minLength: 3 });
    assert(
      property(lines, order, (currents, places) => {
        const shuffled = places.map((place) => currents[place]);
        return Math.abs((phaseBalance(shuffled) ?? NaN) - (phaseBalance(currents) ?? NaN)) <= 1;
      }),
    );
  });
});
