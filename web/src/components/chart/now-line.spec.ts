import { describe, expect, it } from '@jest/globals';
import { isInside } from './now-line.js';

describe('the line of the present time', () => {
  it('is drawn where a chart extends into the future', () => expect(isInside(500, 0, 1000)).toBe(true));
  it('is not drawn at the right edge of a chart that ends now', () => expect(isInside(999, 0, 1000)).toBe(false));
  it('is not drawn in a chart of the past, or without data', () => {
    expect(isInside(2000, 0, 1000)).toBe(false);
    expect(isInside(2000, undefined, undefined)).toBe(false);
  });
});
