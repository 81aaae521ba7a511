import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { apparentPower, energyOf, lineCurrents, phaseImbalance, powerOf, sumOf, type LineLoad } from './power-math.js';

/** Numbers with the resolution of a meter: squares of far smaller ones would underflow. */
const thousandths = (max: number) => fc.integer({ min: 0, max: max * 1000 }).map((value) => value / 1000);
const amps = thousandths(100);
const factor = thousandths(1);
const loads = fc.array(fc.tuple(amps, factor), { maxLength: 20 });

describe('the power of a load', () => {
  it('is its current at its voltage, split by its power factor', () => {
    expect(powerOf(230, 10, 0.8)).toEqual({ active: 1840, reactive: expect.closeTo(1380, 9) });
    expect(apparentPower(powerOf(230, 10, 0.8))).toBeCloseTo(2300, 9);
  });

  it('is 0 without a current or a load', () => {
    expect(powerOf(230, 0, 0.8)).toEqual({ active: 0, reactive: 0 });
    expect(sumOf([])).toEqual({ active: 0, reactive: 0 });
  });

  it('adds up as phasors: the current of two loads is at most the sum of their currents', () => {
    fc.assert(
      fc.property(loads, (list) => {
        const sum = sumOf(list.map(([current, pf]) => powerOf(230, current, pf)));
        const arithmetic = list.reduce((total, [current]) => total + current, 0);
        expect(apparentPower(sum) / 230).toBeLessThanOrEqual(arithmetic * (1 + 1e-9) + 1e-9);
        expect(sum.active).toBeLessThanOrEqual(apparentPower(sum) * (1 + 1e-9));
      }),
    );
  });

  it('adds up in numbers where all have one power factor', () => {
    const sum = sumOf([powerOf(120, 3, 0.9), powerOf(120, 4, 0.9)]);
    expect(apparentPower(sum) / 120).toBeCloseTo(7, 9);
  });
});

describe('the line currents of a three-phase inlet', () => {
  const between = (from: 0 | 1 | 2, to: 0 | 1 | 2, current: number, pf = 1): LineLoad => ({
    from,
    to,
    power: powerOf(120 * Math.sqrt(3), current, pf),
  });

  it('are the loads themselves between line and neutral', () => {
    const currents = lineCurrents(120, [
      { from: 0, power: powerOf(120, 5, 1) },
      { from: 1, power: powerOf(120, 7, 0.5) },
    ]);
    expect(currents.map((current) => Number(current.toFixed(9)))).toEqual([5, 7, 0]);
  });

  it('are those of both its lines for one load between two lines', () => {
    const currents = lineCurrents(120, [between(0, 1, 10, 0.7)]);
    expect(currents.map((current) => Number(current.toFixed(9)))).toEqual([10, 10, 0]);
  });

  it('are √3 times the load in a balanced delta', () => {
    const balanced = [between(0, 1, 10), between(1, 2, 10), between(2, 0, 10)];
    for (const current of lineCurrents(120, balanced)) expect(current).toBeCloseTo(17.3205, 4);
  });

  it('do not depend on the direction in which a bank names its lines', () => {
    const one = lineCurrents(120, [between(0, 1, 10), between(2, 0, 6)]);
    const other = lineCurrents(120, [between(1, 0, 10), between(0, 2, 6)]);
    one.forEach((current, line) => expect(current).toBeCloseTo(other[line] ?? NaN, 9));
  });

  it('carry the power of the loads, whatever they are', () => {
    const bank = fc.constantFrom([0, 1], [1, 2], [2, 0]) as fc.Arbitrary<[0 | 1 | 2, 0 | 1 | 2]>;
    fc.assert(
      fc.property(fc.array(fc.tuple(bank, amps, factor), { minLength: 1, maxLength: 6 }), (list) => {
        const banks = list.map(([[from, to], current, pf]) => between(from, to, current, pf));
        const carried = lineCurrents(120, banks).reduce((sum, current) => sum + current * 120, 0);
        const taken = apparentPower(sumOf(banks.map(({ power }) => power)));
        expect(carried).toBeGreaterThanOrEqual(taken * (1 - 1e-9));
      }),
    );
  });

  it('are 0 without voltage', () => {
    expect(lineCurrents(0, [between(0, 1, 0)])).toEqual([0, 0, 0]);
  });
});

describe('the phase imbalance', () => {
  it.each([
    [[10, 10, 10], 0],
    [[12, 10, 8], 20],
    [[30, 0, 0], 200],
    [[0, 0, 0], 0],
    [[], 0],
  ])('of %j is %d %% of the mean', (currents, percent) => {
    expect(phaseImbalance(currents)).toBeCloseTo(percent, 9);
  });
});

describe('energy', () => {
  it('is one kilowatt-hour for a kilowatt over an hour', () => {
    expect(energyOf(1000, 3_600_000)).toBe(1);
  });

  it('never falls, even when a clock jumps back', () => {
    expect(energyOf(1000, -1)).toBe(0);
  });
});
