import { describe, expect, it } from '@jest/globals';
import { assert, double, integer, property, string } from 'fast-check';
import { MAX_RETRY_AFTER, parseRetryAfter, waitAfter } from './retry-schedule.js';

const HOUR = 3_600_000;
const WAITS = 9;

describe('the schedule of attempts', () => {
  it('waits 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, and then gives up', () => {
    const waits = Array.from({ length: WAITS + 1 }, (_, failed) => waitAfter(failed + 1, 0.5));
    const hours = [2, 5, 10, 14, 20, 24].map((each) => each * HOUR);
    expect(waits).toEqual([5_000, 300_000, 1_800_000, ...hours, undefined]);
  });

  it('spreads each wait by a fifth to either side', () => {
    assert(
      property(integer({ min: 1, max: WAITS }), double({ min: 0, max: 1, noNaN: true }), (failed, random) => {
        const middle = waitAfter(failed, 0.5) ?? 0;
        const wait = waitAfter(failed, random) ?? 0;
        expect(Math.abs(wait - middle)).toBeLessThanOrEqual(middle / 5 + 1);
      }),
    );
  });
});

describe('Retry-After', () => {
  const now = Date.UTC(2026, 10, 22, 8);

  it.each([
    ['120', 120_000],
    ['0', 0],
    ['86400', MAX_RETRY_AFTER],
    ['Sun, 22 Nov 2026 08:01:00 GMT', 60_000],
    ['Sun, 22 Nov 2026 07:00:00 GMT', 0],
    ['Mon, 23 Nov 2026 08:00:00 GMT', MAX_RETRY_AFTER],
    ['soon', undefined],
    ['', undefined],
    ['-5', undefined],
    [undefined, undefined],
  ])('of %s is %s ms', (header, wait) => {
    // V8 reads "-5" as a month; whatever it makes of it lies in the past.
    expect(parseRetryAfter(header, now) || undefined).toBe(wait || undefined);
  });

  it('of any text is no wait, or one of up to an hour', () => {
    assert(
      property(string(), (text) => {
        const wait = parseRetryAfter(text, now) ?? 0;
        return wait >= 0 && wait <= MAX_RETRY_AFTER;
      }),
    );
  });
});
