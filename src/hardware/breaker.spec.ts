import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { heated, secondsToTrip, TRIP_HEAT, tripsAtOnce } from './breaker.js';

describe('a breaker', () => {
  it.each([
    [1.25, 100, 130],
    [1.5, 45, 60],
    [2, 18, 23],
    [4, 3, 6],
  ])('at %d times its rating trips after %d to %d seconds', (multiple, least, most) => {
    const seconds = secondsToTrip(0, 20 * multiple, 20);
    expect(seconds).toBeGreaterThanOrEqual(least);
    expect(seconds).toBeLessThanOrEqual(most);
  });

  it('holds its rating indefinitely and trips at once at eight times its rating', () => {
    expect(secondsToTrip(0, 20, 20)).toBe(Infinity);
    expect(tripsAtOnce(159, 20)).toBe(false);
    expect(tripsAtOnce(160, 20)).toBe(true);
  });

  it('trips the sooner the more current flows and the warmer it is', () => {
    const over = fc.double({ min: 1.01, max: 8, noNaN: true });
    const heat = fc.double({ min: 0, max: TRIP_HEAT, noNaN: true });
    fc.assert(
      fc.property(over, over, heat, heat, (a, b, cool, warm) => {
        expect(secondsToTrip(cool, Math.max(a, b), 1)).toBeLessThanOrEqual(secondsToTrip(cool, Math.min(a, b), 1));
        expect(secondsToTrip(Math.max(cool, warm), a, 1)).toBeLessThanOrEqual(
          secondsToTrip(Math.min(cool, warm), a, 1),
        );
      }),
    );
  });

  it('cools below its rating, never below cold', () => {
    expect(heated(30, 10, 20, 20)).toBe(15);
    expect(heated(30, 0, 20, 1000)).toBe(0);
  });

  it('is as warm after two intervals as after one of the same total length', () => {
    expect(heated(heated(0, 25, 20, 3), 25, 20, 4)).toBeCloseTo(heated(0, 25, 20, 7), 9);
  });
});
