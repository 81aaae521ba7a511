import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { HourMinutes, MINUTES_OF_HOUR } from './hour-minutes.js';

const aPower = fc.oneof(
  fc.integer({ min: -1000, max: 200_000 }).map((value) => value / 10),
  fc.constant(NaN),
);
const aChange = fc.oneof(
  fc.record({ slot: fc.nat(59), w: aPower, va: aPower, peak: aPower }),
  fc.record({ slot: fc.nat(59) }),
);

function hourOf(changes: readonly { slot: number; w?: number; va?: number; peak?: number }[]): HourMinutes {
  const hour = new HourMinutes();
  for (const { slot, w, va, peak } of changes) {
    if (w !== undefined && va !== undefined && peak !== undefined) hour.set(slot, { w, va, peak });
    else hour.setNone(slot);
  }
  return hour;
}

describe('an hour of minutes', () => {
  it('is stored and read again as it was, whatever of it is known', () => {
    fc.assert(
      fc.property(fc.array(aChange, { maxLength: 80 }), (changes) => {
        const hour = hourOf(changes);
        const again = HourMinutes.decode(hour.encode());
        for (let slot = 0; slot < MINUTES_OF_HOUR; slot++) expect(again.at(slot)).toEqual(hour.at(slot));
        expect(again.lacking(0, MINUTES_OF_HOUR)).toEqual(hour.lacking(0, MINUTES_OF_HOUR));
      }),
    );
  });

  it('lacks the minutes of which neither readings came nor that there are none', () => {
    const hour = new HourMinutes();
    expect(hour.lacking(0, 60)).toEqual([0, 59]);
    for (let slot = 0; slot < 60; slot++) if (slot !== 7 && slot !== 30) hour.setNone(slot);
    expect(hour.lacking(0, 60)).toEqual([7, 30]);
    hour.set(7, { w: 1, va: 1, peak: 1 });
    expect(hour.lacking(0, 60)).toEqual([30, 30]);
    expect(hour.lacking(0, 30)).toBeUndefined();
  });

  it('keeps readings when the PDU has none any more', () => {
    const hour = new HourMinutes();
    hour.set(3, { w: 120.5, va: 130, peak: 200 });
    hour.setNone(3);
    expect(hour.at(3)).toEqual({ w: 120.5, va: 130, peak: 200 });
    expect(hour.at(4)).toBeUndefined();
  });

  it('takes few bytes: a complete one of a load that changes a little has less than 400', () => {
    const hour = new HourMinutes();
    for (let slot = 0; slot < 60; slot++) {
      hour.set(slot, { w: 2000 + (slot % 7), va: 2100 + (slot % 5), peak: 2050 + (slot % 9) });
    }
    expect(hour.encode().length).toBeLessThan(400);
  });

  it('is refused as a sentence when it is damaged', () => {
    expect(() => HourMinutes.decode(Buffer.from([9]))).toThrow(/version/);
    expect(() => HourMinutes.decode(Buffer.from([1, 0]))).toThrow(/too early/);
  });
});
