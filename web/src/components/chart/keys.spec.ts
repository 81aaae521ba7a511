import { describe, expect, it } from '@jest/globals';
import { placeAfter } from './keys.js';

describe('the keys of a chart', () => {
  it('begin at the newest value, and Home at the oldest', () => {
    expect(placeAfter('ArrowLeft', null, 50)).toBe(49);
    expect(placeAfter('Home', undefined, 50)).toBe(0);
  });

  it('move by one value or by ten, and stop at both ends', () => {
    expect(placeAfter('ArrowLeft', 20, 50)).toBe(19);
    expect(placeAfter('PageUp', 20, 50)).toBe(30);
    expect(placeAfter('PageDown', 3, 50)).toBe(0);
    expect(placeAfter('ArrowRight', 49, 50)).toBe(49);
    expect(placeAfter('End', 3, 50)).toBe(49);
  });

  it('leave other keys to the page, and all of them without data', () => {
    expect(placeAfter('Tab', 3, 50)).toBeUndefined();
    expect(placeAfter('ArrowLeft', null, 0)).toBeUndefined();
  });
});
