import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bankRuns, neighbour, rackLayout } from './rack-layout.js';

const aUnit = fc.record({ count: fc.integer({ min: 1, max: 96 }), isStrip: fc.boolean() });

describe('the picture of the outlets', () => {
  it('has each outlet at a place of its own, within the rows and columns', () => {
    fc.assert(
      fc.property(aUnit, ({ count, isStrip }) => {
        const { places, rows, columns } = rackLayout(count, isStrip);
        expect(places).toHaveLength(count);
        expect(new Set(places.map(({ row, column }) => `${row} ${column}`)).size).toBe(count);
        for (const { row, column } of places) expect([row < rows, column < columns]).toEqual([true, true]);
      }),
    );
  });

  it('counts down the columns of a strip, and along the rows of a flat unit', () => {
    const placesOf = (isStrip: boolean) => rackLayout(16, isStrip).places.map(({ row, column }) => [row, column]);
    expect(placesOf(true).slice(7, 9)).toEqual([
      [7, 0],
      [0, 1],
    ]);
    expect(placesOf(false).slice(7, 9)).toEqual([
      [0, 7],
      [1, 0],
    ]);
  });

  it('brackets each outlet once with its bank, and only neighbours together', () => {
    fc.assert(
      fc.property(aUnit, fc.integer({ min: 1, max: 24 }), ({ count, isStrip }, ofBank) => {
        const { places } = rackLayout(count, isStrip);
        const banks = places.map((_, index) => String(Math.floor(index / ofBank)));
        const covered = bankRuns(banks, places, isStrip).flatMap(({ bankId, lane, from, length }) =>
          Array.from({ length }, (_, step) =>
            isStrip ? `${from + step} ${lane} ${bankId}` : `${lane} ${from + step} ${bankId}`,
          ),
        );
        expect(covered.sort()).toEqual(
          places.map(({ row, column }, index) => `${row} ${column} ${banks[index] ?? ''}`).sort(),
        );
      }),
    );
  });

  it('is walked by the arrow keys: each step goes to the neighbour, and the step back returns', () => {
    const BACK = {
      ArrowUp: 'ArrowDown',
      ArrowDown: 'ArrowUp',
      ArrowLeft: 'ArrowRight',
      ArrowRight: 'ArrowLeft',
    } as const;
    const aKey = fc.constantFrom(...(Object.keys(BACK) as (keyof typeof BACK)[]));
    fc.assert(
      fc.property(aUnit, fc.nat(95), aKey, ({ count, isStrip }, place, key) => {
        const { places } = rackLayout(count, isStrip);
        const index = place % count;
        const next = neighbour(places, index, key);
        if (next === undefined) return;
        expect(neighbour(places, next, BACK[key])).toBe(index);
      }),
    );
    const { places } = rackLayout(36, true);
    expect([neighbour(places, 20, 'Home'), neighbour(places, 20, 'End'), neighbour(places, 0, 'ArrowUp')]).toEqual([
      0,
      35,
      undefined,
    ]);
  });
});
