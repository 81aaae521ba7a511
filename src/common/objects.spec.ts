import { describe, expect, it } from '@jest/globals';
import { deepFreeze, differenceOf } from './objects.js';

describe('the difference of two records', () => {
  it('names the members that changed, before and after', () => {
    expect(differenceOf({ name: 'A', delay: 1 }, { name: 'B', delay: 1 })).toEqual({
      before: { name: 'A' },
      after: { name: 'B' },
    });
  });

  it('is none between equal ones', () => {
    expect(differenceOf({ name: 'A' }, { name: 'A' })).toBeUndefined();
  });
});

describe('plain data that is frozen deeply', () => {
  it('is frozen in its lists, their entries and whatever these contain', () => {
    const reading = { lines: [{ id: 'L1', phasor: { re: 1 } }, null, 5], id: 'I1', missing: null };
    deepFreeze(reading);
    for (const part of [reading, reading.lines, reading.lines[0], Object(reading.lines[0]).phasor]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });
});
