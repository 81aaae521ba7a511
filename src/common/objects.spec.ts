import { describe, expect, it } from '@jest/globals';
import { differenceOf } from './objects.js';

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
