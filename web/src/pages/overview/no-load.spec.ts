import { describe, expect, it } from '@jest/globals';
import { carriesNothing } from './no-load.js';

const inlet = (readings: object) =>
  ({ id: 'I1', inletName: 'Feed A', ...readings }) as Parameters<typeof carriesNothing>[0];
const bank = (readings: object) =>
  ({ id: '1', bankName: 'Bank 1', ...readings }) as Parameters<typeof carriesNothing>[0];

describe('an inlet or a bank', () => {
  it('carries nothing when it measures no current', () => {
    expect([inlet({ inletCurrentRms: 0 }), bank({ currentRms: 0 })].map(carriesNothing)).toEqual([true, true]);
  });

  it('carries nothing while the other inlet of its transfer switch feeds the load', () => {
    expect(carriesNothing(inlet({ atsInletActive: false }))).toBe(true);
  });

  it('carries something with a current, and is not said to carry nothing without a reading', () => {
    const others = [inlet({ inletCurrentRms: 0.1 }), inlet({ atsInletActive: true }), inlet({}), bank({}), undefined];
    expect(others.map(carriesNothing)).toEqual(others.map(() => false));
  });
});
