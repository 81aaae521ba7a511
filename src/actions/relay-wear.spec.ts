import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MOST_TRANSITIONS, PAUSE, RelayWear } from './relay-wear.js';

describe('a relay that automations move', () => {
  it('may be moved six times in a minute', () => {
    const wear = new RelayWear();
    for (let second = 0; second < 6; second++) {
      expect(wear.hasRoomFor(1, second * 1000)).toBe(true);
      wear.count(1, second * 1000);
    }
    expect(wear.hasRoomFor(1, 59_999)).toBe(false);
    expect(wear.hasRoomFor(1, 60_000)).toBe(true);
    expect(wear.hasRoomFor(2, 60_000)).toBe(false);
  });

  it('is left alone for ten minutes, and then counted anew', () => {
    const wear = new RelayWear();
    wear.count(6, 0);
    expect(wear.pause(1000)).toBe(1000 + PAUSE);
    expect([wear.pausedUntil(1000), wear.pausedUntil(600_999)]).toEqual([601_000, 601_000]);
    expect(wear.pausedUntil(601_000)).toBeUndefined();
    expect(wear.hasRoomFor(6, 601_000)).toBe(true);
  });

  it('is not worn by what was taken back', () => {
    const wear = new RelayWear();
    const takeBack = wear.count(4, 0);
    wear.count(2, 0);
    takeBack();
    expect([wear.hasRoomFor(4, 0), wear.hasRoomFor(5, 0)]).toEqual([true, false]);
  });

  it('never moves more than six times in any minute, however it is asked', () => {
    const asks = fc.array(fc.record({ wait: fc.nat(20_000), transitions: fc.integer({ min: 1, max: 2 }) }));
    fc.assert(
      fc.property(asks, (all) => {
        const wear = new RelayWear();
        const moved: number[] = [];
        let now = 0;
        for (const { wait, transitions } of all) {
          now += wait;
          if (wear.pausedUntil(now) !== undefined) continue;
          if (!wear.hasRoomFor(transitions, now)) {
            wear.pause(now);
            continue;
          }
          wear.count(transitions, now);
          moved.push(...Array<number>(transitions).fill(now));
        }
        for (const from of moved) {
          const inAMinute = moved.filter((at) => at >= from && at < from + 60_000);
          expect(inAMinute.length).toBeLessThanOrEqual(MOST_TRANSITIONS);
        }
      }),
    );
  });
});
