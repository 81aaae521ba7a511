import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FailureLimiter, NAME_LIMIT } from './failure-limiter.js';

const MINUTE = 60_000;

describe('wrong passwords', () => {
  it('block a name at the fifth within 15 minutes, for 15 minutes', () => {
    const names = new FailureLimiter(NAME_LIMIT);
    const closed = [0, 1, 2, 3, 4].map((minute) => names.recordFailure('operator', minute * MINUTE));
    expect(closed).toEqual([false, false, false, false, true]);
    expect(names.blockedFor('operator', 4 * MINUTE)).toBe(15 * MINUTE);
    expect(names.blockedFor('operator', 19 * MINUTE - 1)).toBe(1);
    expect(names.blockedFor('operator', 19 * MINUTE)).toBe(0);
  });

  it('that are further apart block nothing', () => {
    const names = new FailureLimiter(NAME_LIMIT);
    for (let minute = 0; minute < 600; minute += 4)
      expect(names.recordFailure('operator', minute * MINUTE)).toBe(false);
  });

  it('are counted from 0 after a success, and after the time is over', () => {
    const names = new FailureLimiter(NAME_LIMIT);
    for (const second of [1, 2, 3, 4]) names.recordFailure('operator', second);
    names.forget('operator');
    expect([5, 6, 7, 8].map((second) => names.recordFailure('operator', second))).toEqual([false, false, false, false]);
    expect(names.recordFailure('operator', 9)).toBe(true);
    expect(names.recordFailure('operator', 9 + 15 * MINUTE)).toBe(false);
  });

  it('during the lock do not extend it', () => {
    const names = new FailureLimiter(NAME_LIMIT);
    for (let failure = 0; failure < 5; failure++) names.recordFailure('operator', 0);
    expect(names.recordFailure('operator', 10 * MINUTE)).toBe(false);
    expect(names.blockedFor('operator', 10 * MINUTE)).toBe(5 * MINUTE);
  });

  type Step = { readonly key: string; readonly wait: number; readonly operation: 'fail' | 'forget' | 'check' };
  const steps: fc.Arbitrary<Step[]> = fc.array(
    fc.record({
      key: fc.constantFrom('a', 'b', 'c'),
      wait: fc.constantFrom(0, 1, 30_000, MINUTE, 4 * MINUTE, 15 * MINUTE - 1, 15 * MINUTE),
      operation: fc.constantFrom('fail', 'fail', 'fail', 'forget', 'check'),
    }),
    { maxLength: 60 },
  );

  it('are never more than five before a name is blocked, in any order of failures, successes and waiting', () => {
    fc.assert(
      fc.property(steps, (played) => {
        const names = new FailureLimiter(NAME_LIMIT);
        const failedAt: Record<string, number[]> = { a: [], b: [], c: [] };
        let now = 0;
        for (const { key, wait, operation } of played) {
          now += wait;
          const open = names.blockedFor(key, now) === 0;
          const past = failedAt[key] as number[];
          if (operation === 'forget' && open) past.length = 0;
          if (operation === 'forget' && open) names.forget(key);
          if (operation === 'fail' && open) {
            past.push(now);
            const inWindow = past.filter((at) => now - at < NAME_LIMIT.window).length;
            expect(inWindow).toBeLessThanOrEqual(NAME_LIMIT.limit);
            expect(names.recordFailure(key, now)).toBe(inWindow === NAME_LIMIT.limit);
          }
          expect(names.blockedFor(key, now)).toBeLessThanOrEqual(NAME_LIMIT.window);
        }
      }),
    );
  });

  it('of a flood of names take bounded memory, and the names that failed last are remembered', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 2 }), { maxLength: 300 }),
        fc.integer({ min: 1, max: 20 }),
        (keys, capacity) => {
          const names = new FailureLimiter({ limit: 1, window: MINUTE }, capacity);
          keys.forEach((key) => names.recordFailure(key, 0));
          expect(names.size).toBeLessThanOrEqual(capacity);
          const last = keys.at(-1);
          if (last !== undefined) expect(names.blockedFor(last, 0)).toBe(MINUTE);
        },
      ),
    );
  });
});
