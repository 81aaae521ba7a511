import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Steps, usedOf } from './steps.js';

describe('steps', () => {
  it('weight samples by their readings, whatever order they come in', () => {
    const aSample = fc.record({ at: fc.nat(999), count: fc.integer({ min: 1, max: 60 }), value: fc.integer() });
    fc.assert(
      fc.property(fc.array(aSample), fc.constantFrom(1, 7, 60, 300), (samples, step) => {
        const steps = new Steps(0, Math.ceil(1000 / step) * step, step);
        for (const { at, count, value } of samples) steps.add(at, count, value, value - 1, value + 1);
        const { t, avg, min, max } = steps.columns((value) => value);
        expect(t).toEqual([...new Set(samples.map(({ at }) => Math.floor(at / step) * step))].sort((a, b) => a - b));
        t.forEach((begin, i) => {
          const inside = samples.filter(({ at }) => at >= begin && at < begin + step);
          const count = inside.reduce((sum, sample) => sum + sample.count, 0);
          const mean = inside.reduce((sum, sample) => sum + sample.count * sample.value, 0) / count;
          expect(avg[i]).toBeCloseTo(mean, 3);
          expect(min[i]).toBe(Math.min(...inside.map(({ value }) => value)) - 1);
          expect(max[i]).toBe(Math.max(...inside.map(({ value }) => value)) + 1);
        });
      }),
    );
  });

  it('ignore samples outside of the range', () => {
    const steps = new Steps(100, 200, 50);
    for (const at of [99, 200, 250]) steps.add(at, 1, 5, 5, 5);
    expect(steps.columns((value) => value).t).toEqual([]);
  });
});

describe('what a counter has counted', () => {
  it('is the whole of it, over gaps too', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1000), { minLength: 1 }), (used) => {
        const ends = used.map((_, i) => used.slice(0, i + 1).reduce((sum, each) => sum + each, 0));
        const min = ends.map((end, i) => end - (used[i] ?? 0));
        expect(usedOf({ min, max: ends })).toEqual(used);
      }),
    );
  });

  it('is never negative, and the new one of a meter that was replaced', () => {
    expect(usedOf({ min: [100, 102, 0, 1], max: [102, 103, 1, 4] })).toEqual([2, 1, 1, 3]);
  });

  it('goes on where a meter is replaced in the middle of an entry', () => {
    expect(usedOf({ min: [99, 0, 2, 3], max: [100, 101, 3, 5] })).toEqual([1, 1, 3, 2]);
  });

  it('is not counted twice where the clock was set back', () => {
    expect(usedOf({ min: [10, 11, 12, 13], max: [11, 16, 13, 17] })).toEqual([1, 5, 0, 1]);
  });

  it('of nothing is nothing', () => {
    expect(usedOf({ min: [], max: [] })).toEqual([]);
  });
});
