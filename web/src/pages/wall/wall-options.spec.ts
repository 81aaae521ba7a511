import { describe, expect, it } from '@jest/globals';
import { assert, constantFrom, integer, option, property, record, string } from 'fast-check';
import { isDimmed, NIGHT, ROTATIONS, wallOptions, wallQuery } from './wall-options.js';

const USUAL = { theme: undefined, rotate: 0, night: NIGHT, dim: 35 };
const hour = integer({ min: 0, max: 23 });

describe('the options of a wall screen', () => {
  it('are read from the query of its address', () => {
    expect(wallOptions('?theme=dark&rotate=90&night=20-7&dim=20')).toEqual({
      theme: 'dark',
      rotate: 90,
      night: { from: 20, to: 7 },
      dim: 20,
    });
  });

  it.each([
    ['', USUAL],
    ['?theme=pink&rotate=45&night=25-6&dim=very', USUAL],
    ['?night=off', { ...USUAL, night: undefined }],
    ['?dim=0', { ...USUAL, dim: 10 }],
    ['?dim=400', { ...USUAL, dim: 90 }],
  ])('are the usual ones where "%s" has none that is understood', (search, options) => {
    expect(wallOptions(search)).toEqual(options);
  });

  it('are the same after they were written into an address', () => {
    const options = record({
      theme: constantFrom('light' as const, 'dark' as const, undefined),
      rotate: constantFrom(...ROTATIONS),
      night: record({ from: hour, to: hour }),
      dim: integer({ min: 10, max: 90 }),
    });
    assert(property(options, (given) => expect(wallOptions(wallQuery(given))).toEqual(given)));
    expect(wallQuery(wallOptions(''))).toBe('');
    expect(wallOptions(wallQuery({ ...wallOptions(''), night: undefined })).night).toBeUndefined();
  });

  it('are within their limits whatever the query is', () => {
    assert(
      property(option(string()), string(), (dim, rotate) => {
        const options = wallOptions(`?${new URLSearchParams({ dim: dim ?? '', rotate }).toString()}`);
        expect(options.dim).toBeGreaterThanOrEqual(10);
        expect(options.dim).toBeLessThanOrEqual(90);
        expect(ROTATIONS).toContain(options.rotate);
      }),
    );
  });
});

describe('the night of a wall screen', () => {
  it.each([
    [21, false],
    [22, true],
    [0, true],
    [5, true],
    [6, false],
  ])('from 22 to 6 contains the hour %i: %s', (at, isNight) => {
    expect(isDimmed(at, NIGHT)).toBe(isNight);
  });

  it('lasts as many hours as there are from its begin to its end', () => {
    assert(
      property(hour, hour, (from, to) => {
        const hours = Array.from({ length: 24 }, (_, each) => each).filter((each) => isDimmed(each, { from, to }));
        expect(hours).toHaveLength((to - from + 24) % 24);
      }),
    );
  });
});
