import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PingRecord } from './ping-record.js';

const shown = (record: PingRecord): boolean | undefined => record.shown?.reachable;

/** The states after each of these answers of a device with power. */
const statesAfter = (...answers: (boolean | undefined)[]): (boolean | undefined)[] => {
  const record = new PingRecord();
  return answers.map((answer, second) => {
    record.answer(answer, true, second * 1000);
    return shown(record);
  });
};

describe('what is known of a device', () => {
  it('is that it can be reached, with the first answer', () => {
    expect(statesAfter(true)).toEqual([true]);
    expect(statesAfter(false, true)).toEqual([undefined, true]);
  });

  it('changes after three answers in a row, and not because a ping is lost', () => {
    expect(statesAfter(true, false, false, true, false, false, false)).toEqual([
      ...[true, true, true, true, true, true, false],
    ]);
    expect(statesAfter(false, false, false, true, true, false, true, true, true)).toEqual([
      ...[undefined, undefined, false, false, false, false, false, false, true],
    ]);
  });

  it('is forgotten when no ping can be sent any more', () => {
    expect(statesAfter(true, undefined, undefined, undefined)).toEqual([true, true, true, undefined]);
  });

  it('is so since the first of the three', () => {
    const record = new PingRecord();
    record.answer(true, true, 1000);
    for (const at of [5000, 6000, 7000]) record.answer(false, true, at);
    expect(record.shown).toEqual({ reachable: false, since: 5000 });
  });

  it('is no failure of a device without power, or while it starts', () => {
    const record = new PingRecord();
    record.answer(true, true, 0);
    for (const at of [1, 2, 3, 4]) expect(record.answer(false, false, at)).toBeUndefined();
    expect(shown(record)).toBeUndefined();
    expect(record.answer(true, false, 5)).toBeUndefined(); // it was reachable before, too
    expect(shown(record)).toBe(true);
  });

  it('is no failure any more once the power is gone', () => {
    const record = new PingRecord();
    for (const at of [1, 2, 3]) record.answer(false, true, at);
    expect([shown(record), record.powerLost(), shown(record), record.powerLost()]).toEqual([
      ...[false, true, undefined, false],
    ]);
  });

  it('is reported as a change only from one to the other, whatever happens', () => {
    const step = fc.record({ answered: fc.constantFrom(true, false, undefined), isPowered: fc.boolean() });
    fc.assert(
      fc.property(fc.array(fc.oneof(step, fc.constant('off' as const)), { maxLength: 60 }), (steps) => {
        const record = new PingRecord();
        let known: boolean | undefined;
        let inRow: { says: boolean | undefined; count: number } = { says: undefined, count: 0 };
        steps.forEach((each, at) => {
          const before = record.shown;
          if (each === 'off') {
            record.powerLost();
            expect(shown(record)).not.toBe(false);
            if (inRow.says === false) inRow = { says: undefined, count: 0 };
            return;
          }
          const says = each.answered === false && !each.isPowered ? undefined : each.answered;
          inRow = { says, count: inRow.says === says ? inRow.count + 1 : 1 };
          const change = record.answer(each.answered, each.isPowered, at);
          if (change) expect(change).toEqual({ before: known, after: !known });
          if (record.shown !== before) {
            // Enough answers in a row say what is shown now.
            expect(shown(record)).toBe(says);
            expect(inRow.count).toBeGreaterThanOrEqual(before === undefined && says === true ? 1 : 3);
            if (record.shown) expect(record.shown.since).toBeLessThanOrEqual(at);
          }
          if (inRow.count >= 3) expect(shown(record)).toBe(says);
          known = shown(record) ?? known;
        });
      }),
    );
  });
});
