import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RisingCounter } from './rising-counter.js';

/** The values of a counter after readings of one a second, kWh. */
const valuesOf = (readings: readonly number[]): number[] => {
  const counter = new RisingCounter();
  return readings.map((kWh, second) => counter.of(kWh, second * 1000));
};
const lastOf = (readings: readonly number[]): number | undefined => valuesOf(readings).at(-1);

describe('the energy counter of a meter', () => {
  it('is what the meter shows, as long as it counts', () => {
    expect(valuesOf([42.5, 42.5, 42.6, 43.6])).toEqual([42.5, 42.5, 42.6, 43.6]);
  });

  it('counts what a meter has counted during an hour without an answer', () => {
    const counter = new RisingCounter();
    counter.of(100, 0);
    expect(counter.of(900, 3_600_000)).toBe(900);
  });

  it('continues when the meter is reset, with what it has counted since', () => {
    expect(lastOf([42.5, 0.25, 0.25, 0.25])).toBe(42.75);
    expect(lastOf([42.5, 0.25, 0.25, 0.25, 0.5])).toBe(43);
  });

  it('continues when the meter is replaced by one that has counted more, or less, elsewhere', () => {
    expect(lastOf([42.5, 9000, 9000, 9000.1, 9000.2])).toBeCloseTo(42.7);
    expect(lastOf([9000, 42.5, 42.5, 42.6, 42.7])).toBeCloseTo(9000.2);
  });

  it.each([
    ['0 while it starts', 0],
    ['all bits set, for a value that it does not have', 4_294_967.295],
    ['a word of the new value and one of the old', 108.036],
    ['a little less, as rounding may', 42.499],
  ])('does not count what a meter shows for a moment: %s', (_, glitch) => {
    expect(valuesOf([42.5, 42.5, glitch, 42.5, 42.6])).toEqual([42.5, 42.5, 42.5, 42.5, 42.6]);
    expect(valuesOf([42.5, glitch, glitch, 42.5, 42.6])).toEqual([42.5, 42.5, 42.5, 42.5, 42.6]);
  });

  it('counts none of it either if the meter shows it for longer', () => {
    const glitch = Array.from({ length: 20 }, () => 4_294_967.295);
    expect(lastOf([42.5, ...glitch, 42.5, 42.5, 42.5, 42.6])).toBeCloseTo(42.6);
  });

  it('never falls and never rises faster than a PDU can use, whatever a meter shows', () => {
    const kWh = fc.oneof(fc.double({ min: 0, max: 1e6, noNaN: true }), fc.constantFrom(0, 42.5, 42.6, 4_294_967.295));
    fc.assert(
      fc.property(fc.array(kWh, { minLength: 1, maxLength: 60 }), (readings) => {
        const values = valuesOf(readings);
        values.slice(1).forEach((value, place) => {
          const rise = value - (values[place] ?? 0);
          expect(rise).toBeGreaterThanOrEqual(0);
          expect(rise).toBeLessThanOrEqual(5);
        });
      }),
    );
  });
});
