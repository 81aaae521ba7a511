import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EventPasses } from './event-passes.js';

const NOW = 1000;

describe('the events of a PDU', () => {
  it('are all taken in their order, whatever gaps their numbers have', () => {
    const passes = new EventPasses();
    expect([5, 6, 90, 1000].map((number) => passes.mayTake('a', number, NOW))).toEqual([true, true, true, true]);
  });

  it('after one that was not stored are left, until the PDU begins again', () => {
    const passes = new EventPasses();
    passes.mayTake('a', 5, NOW);
    passes.hold('a', NOW);
    expect([6, 7].map((number) => passes.mayTake('a', number, NOW))).toEqual([false, false]);
    expect([5, 6, 7].map((number) => passes.mayTake('a', number, NOW))).toEqual([true, true, true]);
    passes.hold('a', NOW);
    passes.restart('a');
    expect(passes.mayTake('a', 8, NOW)).toBe(true);
    expect(passes.mayTake('b', 1, NOW)).toBe(true);
  });

  it('are taken again after a minute without a repetition: the PDU has dropped the one that was not stored', () => {
    const passes = new EventPasses();
    passes.mayTake('a', 5, NOW);
    passes.hold('a', NOW);
    expect(passes.isHeld('a', NOW + 59_999)).toBe(true);
    expect(passes.mayTake('a', 900, NOW + 60_000)).toBe(true);
  });

  it('that say which one is before them are taken only after that, and the oldest always', () => {
    const passes = new EventPasses();
    const take = (number: number, after: number, now = NOW) => passes.mayTake('a', number, now, after);
    expect([take(5, 3), take(6, 5)]).toEqual([false, false]);
    expect([take(3, 0), take(5, 3), take(7, 6), take(5, 3), take(6, 5), take(7, 6)]).toEqual([
      true,
      true,
      false,
      true,
      true,
      true,
    ]);
    passes.hold('a', NOW);
    expect([take(9, 7), take(9, 7, NOW + 60_000), passes.isHeld('a', NOW)]).toEqual([false, false, true]);
    expect([take(3, 0), passes.isHeld('a', NOW), take(9, 3)]).toEqual([true, false, true]);
  });

  it('are confirmed only when all before them are stored, however often the storage fails', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 60 }), fc.integer({ min: 1, max: 8 }), (works, count) => {
        const passes = new EventPasses();
        const stored = new Set<number>();
        let waiting = Array.from({ length: count }, (_, place) => 10 * (place + 1));
        let confirmed = 0;
        const outcomes = works[Symbol.iterator]();
        for (;;) {
          for (const number of waiting) {
            if (!passes.mayTake('a', number, NOW)) continue;
            const next = outcomes.next();
            if (next.done) return;
            if (!next.value) {
              passes.hold('a', NOW);
              continue;
            }
            stored.add(number);
            confirmed = Math.max(confirmed, number);
          }
          for (let number = 10; number <= confirmed; number += 10) expect(stored.has(number)).toBe(true);
          waiting = waiting.filter((number) => number > confirmed);
          if (waiting.length === 0) return;
        }
      }),
    );
  });
});
