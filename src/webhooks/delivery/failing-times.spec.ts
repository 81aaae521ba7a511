import { beforeEach, describe, expect, it } from '@jest/globals';
import { VirtualClock } from '../../../test/support/time/virtual-clock.js';
import { FailingTimes } from './failing-times.js';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-11-02T08:00:00Z');

let clock: VirtualClock;
let times: FailingTimes;
let failingSince: number | null;

beforeEach(() => {
  clock = new VirtualClock('2026-11-02T08:00:00Z');
  times = new FailingTimes(clock);
  failingSince = null;
});

/** A failure, whose date is stored; answers the hours since the first one. */
function fails(): number {
  const { lasted, since } = times.onFailure({ id: 1, failingSince });
  failingSince = since;
  return lasted / HOUR;
}

describe('the time for which a webhook has been failing', () => {
  it('begins with its first failure, and again after a success', () => {
    expect(fails()).toBe(0);
    clock.advance(2 * HOUR);
    expect([fails(), failingSince]).toEqual([2, NOW]);
    failingSince = null;
    expect([fails(), failingSince]).toEqual([0, NOW + 2 * HOUR]);
  });

  it.each(['1970-01-01T00:00:00Z', '2026-01-05T00:00:00Z', '2026-11-01T00:00:00Z', '2031-01-01T00:00:00Z'])(
    'goes on when the wall clock, which said %s, is set',
    (wrong) => {
      clock.setWall(Date.parse(wrong));
      fails();
      clock.advance(HOUR);
      clock.setWall(NOW);
      expect(fails()).toBe(1);
      expect(failingSince).toBe(NOW - HOUR);
      clock.advance(3 * HOUR);
      expect(fails()).toBe(4);
    },
  );

  it.each([
    ['a day ago', NOW - 24 * HOUR, 24],
    ['later than now, by a clock that was ahead', NOW + 24 * HOUR, 0],
    ['by a clock that was not set', 1000, 0],
  ])('is known by its date in an earlier run: %s', (_, since, hours) => {
    failingSince = since;
    expect(fails()).toBe(hours);
    clock.advance(HOUR);
    expect(fails()).toBe(hours + 1);
  });
});
