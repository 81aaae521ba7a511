import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MAX_TRANSITIONS, PAUSE, RelayRateWindow } from './relay-rate-window.js';

describe('a relay that automations move', () => {
  it('may be moved six times in a minute', () => {
    const window = new RelayRateWindow();
    for (let second = 0; second < 6; second++) {
      expect(window.allows(1, second * 1000)).toBe(true);
      window.record(1, second * 1000);
    }
    expect(window.allows(1, 59_999)).toBe(false);
    expect(window.allows(1, 60_000)).toBe(true);
    expect(window.allows(2, 60_000)).toBe(false);
  });

  it('is left alone for ten minutes, and then counted from zero', () => {
    const window = new RelayRateWindow();
    window.record(6, 0);
    expect(window.pause(1000)).toBe(1000 + PAUSE);
    expect([window.pausedUntil(1000), window.pausedUntil(600_999)]).toEqual([601_000, 601_000]);
    expect(window.pausedUntil(601_000)).toBeUndefined();
    expect(window.allows(6, 601_000)).toBe(true);
  });

  it('is not worn by what was taken back', () => {
    const window = new RelayRateWindow();
    const takeBack = window.record(4, 0);
    window.record(2, 0);
    takeBack();
    expect([window.allows(4, 0), window.allows(5, 0)]).toEqual([true, false]);
  });

  it('never moves more than six times in any minute, however it is asked', () => {
    const asks = fc.array(fc.record({ wait: fc.nat(20_000), transitions: fc.integer({ min: 1, max: 2 }) }));
    fc.assert(
      fc.property(asks, (all) => {
        const window = new RelayRateWindow();
        const moved: number[] = [];
        let now = 0;
        for (const { wait, transitions } of all) {
          now += wait;
          if (window.pausedUntil(now) !== undefined) continue;
          if (!window.allows(transitions, now)) {
            window.pause(now);
            continue;
          }
          window.record(transitions, now);
          moved.push(...Array<number>(transitions).fill(now));
        }
        for (const from of moved) {
          const inAMinute = moved.filter((at) => at >= from && at < from + 60_000);
          expect(inAMinute.length).toBeLessThanOrEqual(MAX_TRANSITIONS);
        }
      }),
    );
  });
});
