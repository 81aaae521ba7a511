import { describe, expect, it } from '@jest/globals';
import { RetryDelay } from './retry-delay.js';

describe('the delay before the next attempt to connect', () => {
  it('doubles from a second to a minute', () => {
    const delay = new RetryDelay(() => 0);
    expect(Array.from({ length: 8 }, () => delay.next(0))).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map((s) => s * 1000));
  });

  it('is a minute or more where the reason asks for it, and longer by chance', () => {
    const delay = new RetryDelay(() => 1);
    expect(delay.next(0, 60_000)).toBe(75_000);
  });

  it('has another begin, end and chance where a server of many is to be spared', () => {
    const delay = new RetryDelay(() => 1, { first: 30_000, longest: 300_000, jitter: 0.5 });
    expect(Array.from({ length: 5 }, () => delay.next(0))).toEqual([45, 90, 180, 360, 450].map((s) => s * 1000));
  });

  it('begins again after a connection that lasted, not after one that did not', () => {
    const delay = new RetryDelay(() => 0);
    for (let failure = 0; failure < 4; failure++) delay.next(0);
    delay.onConnect(1000);
    expect(delay.next(2000)).toBe(16_000);
    delay.onConnect(3000);
    expect(delay.next(63_000)).toBe(1000);
  });

  it('begins again at once after a success', () => {
    const delay = new RetryDelay(() => 0);
    for (let failure = 0; failure < 4; failure++) delay.next(0);
    delay.onSuccess();
    expect([delay.next(0), delay.next(0)]).toEqual([1000, 2000]);
  });
});
