import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { HubClock } from './hub-clock.js';

describe("the hub's clock", () => {
  it('is not known before an answer, and not after a minute without one', () => {
    const clock = new HubClock();
    expect(clock.at(0)).toBeUndefined();
    clock.onAnswer(1000, 500_000, 1200);
    expect(clock.at(1200)).toBe(500_200);
    expect(clock.at(61_000)).toBe(560_000);
    expect(clock.at(61_001)).toBeUndefined();
  });

  it('is never behind, and never ahead by more than the round trip, whichever answers are late or lost', () => {
    const aQuestion = fc.record({ after: fc.nat(40_000), there: fc.nat(5000), back: fc.nat(5000) });
    fc.assert(
      fc.property(fc.array(aQuestion, { minLength: 1, maxLength: 20 }), fc.nat(1e12), (questions, began) => {
        const clock = new HubClock();
        let uptime = 0;
        const answers = questions.map(({ after, there, back }) => {
          const asked = (uptime += after);
          return { asked, clock: began + asked + there, arrives: asked + there + back };
        });
        for (const { asked, clock: shown, arrives } of answers.toSorted((a, b) => a.arrives - b.arrives)) {
          clock.onAnswer(asked, shown, arrives);
          const now = clock.at(arrives);
          if (now === undefined) continue;
          expect(now).toBeGreaterThanOrEqual(began + arrives);
          expect(now).toBeLessThanOrEqual(began + arrives + 10_000);
        }
      }),
    );
  });

  it('takes no answer to a question that was not asked yet', () => {
    const clock = new HubClock();
    clock.onAnswer(2000, 500_000, 1000);
    expect(clock.at(2000)).toBeUndefined();
  });
});
