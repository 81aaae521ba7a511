import { describe, expect, it } from '@jest/globals';
import { leftOf } from './tooltip.js';

describe('the values beside the crosshair', () => {
  it('are right of it while there is space', () => expect(leftOf(100, 120, 400)).toBe(112));
  it('are left of it near the right edge', () => expect(leftOf(300, 120, 400)).toBe(168));
  it('stay in a chart that is too narrow for either', () => expect(leftOf(60, 120, 150)).toBe(0));
});
