import { describe, expect, it } from '@jest/globals';
import { isFinger } from './touch.js';

describe('the crosshair of a chart', () => {
  it('follows a finger that touches, not a pen that hovers, and leaves the mouse to the chart', () => {
    expect(isFinger({ pointerType: 'touch', buttons: 1 })).toBe(true);
    expect(isFinger({ pointerType: 'pen', buttons: 0 })).toBe(false);
    expect(isFinger({ pointerType: 'mouse', buttons: 1 })).toBe(false);
  });
});
