import { describe, expect, it } from '@jest/globals';
import { highestOf, lowestOf } from './limits.js';

describe('the limit of a chart', () => {
  const limits = [{ label: 'Limit', value: 16 }];
  it('is in the scale as soon as the load comes near it', () => expect(highestOf(7, limits)).toBe(16));
  it('does not press a small load flat', () => expect(highestOf(1, limits)).toBe(1));
  it('does not cut a load beyond it', () => expect(highestOf(20, limits)).toBe(20));
  it('is in the scale wherever it is, if it is always shown', () => {
    const shown = [{ label: 'Limit', value: 16, isAlwaysShown: true }];
    expect([highestOf(1, shown), lowestOf(20, shown)]).toEqual([16, 16]);
    expect(lowestOf(20, limits)).toBe(20);
  });
});
