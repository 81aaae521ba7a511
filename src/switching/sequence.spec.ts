import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { progressOf, stepsForOn, stepsForReboot } from './sequence.js';

const outlets = fc.uniqueArray(
  fc.integer({ min: 1, max: 48 }).map((index) => `${index}-9`),
  { minLength: 1 },
);
const delay = fc.double({ min: 0, max: 99, noNaN: true });
const waits = (turns: readonly { readonly wait: number }[]) => turns.map(({ wait }) => wait);

describe('an ON of a group', () => {
  it('turns the first on at once and each further one a delay later', () => {
    expect(waits(stepsForOn(['3-9', '1-9', '2-9'], 4, () => false))).toEqual([0, 4000, 8000]);
  });

  it('lets nobody wait for an outlet that is on already', () => {
    expect(waits(stepsForOn(['1-9', '2-9', '3-9', '4-9'], 4, (outlet) => outlet < '3'))).toEqual([0, 0, 0, 4000]);
  });

  it('names every outlet once in its order, the dark ones just a delay apart, the first of them at once', () => {
    fc.assert(
      fc.property(outlets, delay, fc.func(fc.boolean()), (ids, seconds, isOn) => {
        const turns = stepsForOn(ids, seconds, isOn);
        expect(turns.map(({ relay }) => relay)).toEqual(ids);
        const dark = waits(turns.filter(({ relay }) => !isOn(relay)));
        expect(dark).toEqual(dark.map((_, place) => place * Math.round(seconds * 1000)));
        expect(turns.every(({ relay, wait }) => wait === 0 || !isOn(relay))).toBe(true);
      }),
    );
  });
});

describe('a reboot of a group', () => {
  it('begins to turn on when the longest off time has passed', () => {
    const offSeconds = new Map([['1-9', 5], ['2-9', 60], ['3-9', 1]]); // prettier-ignore
    expect(waits(stepsForReboot(['2-9', '3-9', '1-9'], 2, (outlet) => offSeconds.get(outlet) ?? 0))).toEqual([
      60_000, 62_000, 64_000,
    ]);
  });

  it('gives every outlet at least its own off time, in the order of the list', () => {
    fc.assert(
      fc.property(outlets, delay, fc.func(fc.integer({ min: 1, max: 3600 })), (ids, seconds, offSeconds) => {
        const turns = stepsForReboot(ids, seconds, offSeconds);
        expect(turns.map(({ relay }) => relay)).toEqual(ids);
        expect(turns.every(({ relay, wait }) => wait >= offSeconds(relay) * 1000)).toBe(true);
        expect(waits(turns)).toEqual(waits(turns).sort((a, b) => a - b));
      }),
    );
  });
});

describe('the progress of a sequence', () => {
  it('is none when nobody waits', () => {
    expect(progressOf([undefined, undefined])).toBeUndefined();
    expect(progressOf([])).toBeUndefined();
  });

  it('counts those who have had their turn, and knows when the next one is', () => {
    expect(progressOf([0, 3000, 6000])).toEqual({ step: 1, of: 3, left: 0 });
    expect(progressOf([undefined, 3000, 6000])).toEqual({ step: 2, of: 3, left: 3000 });
    expect(progressOf([undefined, undefined, 6000])).toEqual({ step: 3, of: 3, left: 6000 });
  });
});
