import { describe, expect, it } from '@jest/globals';
import { pathOf } from './sparkline-path.js';

const BOX = { width: 20, height: 12 };

describe('a sparkline', () => {
  it('goes from zero to the highest value', () => expect(pathOf([0, 5, 10], BOX)).toBe('M0 11L10 6L20 1'));
  it('is interrupted where nothing was measured', () =>
    expect(pathOf([0, 10, null, 10, 0], BOX)).toBe('M0 11L5 1M15 1L20 11'));
  it('shows a value between two gaps', () => expect(pathOf([null, 10, null], BOX)).toBe('M10 1h0'));
  it('is at the bottom for zeros, and empty without values', () => {
    expect(pathOf([0, 0], BOX)).toBe('M0 11L20 11');
    expect(pathOf([null], BOX)).toBe('');
  });
});
