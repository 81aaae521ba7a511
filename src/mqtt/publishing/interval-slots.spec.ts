import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { IntervalSlots } from './interval-slots.js';

const OBJECTS = 48;

/** The number of objects that are due in each second. */
function dueIn(seconds: number, interval: number): number[] {
  const slots = new IntervalSlots();
  return Array.from({ length: seconds }, (_, second) => {
    const uptime = second * 1000 + 20;
    return Array.from({ length: OBJECTS }, (__, place) => place).filter((place) =>
      slots.isDue(String(place), place, OBJECTS, interval, uptime),
    ).length;
  });
}

describe('the intervals of objects', () => {
  it('begin together and are then spread evenly', () => {
    const [first, ...rest] = dueIn(41, 10);
    expect(first).toBe(OBJECTS);
    expect(rest.slice(10).every((count) => count === 4 || count === 5)).toBe(true);
  });

  it('give every object a turn in each interval, whatever the interval', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), (interval) => {
        const counts = dueIn(3 * interval, interval);
        const inOne = counts.slice(interval, 2 * interval).reduce((sum, count) => sum + count, 0);
        expect(inOne).toBe(OBJECTS);
      }),
      { numRuns: 60 },
    );
  });
});
