import { describe, expect, it } from '@jest/globals';
import { waitAfter } from './retry-schedule.js';

const waits = (policy: Parameters<typeof waitAfter>[2], most: number) =>
  Array.from({ length: most }, (_, place) => waitAfter(place + 1, 30_000, policy));

describe('the wait after a failed attempt to send an event', () => {
  it('is the interval twice, and then there is none', () => {
    expect(waits('SuspendRetries', 4)).toEqual([30_000, 30_000, undefined, undefined]);
    expect(waits('TerminateAfterRetries', 3)).toEqual([30_000, 30_000, undefined]);
  });

  it('doubles for ever up to an hour where the subscriber asked for that', () => {
    const minutes = waits('RetryForeverWithBackoff', 12).map((wait = 0) => wait / 60_000);
    expect(minutes).toEqual([0.5, 0.5, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60]);
    expect(waitAfter(5000, 30_000, 'RetryForeverWithBackoff')).toBe(3_600_000);
  });
});
