import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MINUTES_OF_WEEK, NO_TARIFF, pricesOfWeek, TARIFF, type Tariff } from './tariff.js';

const rate = (name: string, days: readonly number[], from: string, to: string, perKWh = 1) => ({
  name,
  perKWh,
  days,
  from,
  to,
});
const read = (...rates: object[]) => TARIFF({ currency: 'EUR', rates, defaultPerKWh: 0.5 });
const tariff = (...rates: object[]): Tariff => {
  const checked = read(...rates);
  if ('wrong' in checked) throw new Error('The tariff was refused.');
  return checked.value;
};
const pricesOf = (of: Tariff): Float64Array => pricesOfWeek(of) ?? new Float64Array();
const minute = (day: number, hour: number, rest = 0): number => (day * 24 + hour) * 60 + rest;

describe('a tariff', () => {
  it('has one price for each minute of the week', () => {
    const prices = pricesOf(tariff(rate('Day', [1], '07:00', '19:00', 2)));
    expect(prices).toHaveLength(MINUTES_OF_WEEK);
    expect(prices[minute(1, 6, 59)]).toBe(0.5);
    expect(prices[minute(1, 7)]).toBe(2);
    expect(prices[minute(1, 18, 59)]).toBe(2);
    expect(prices[minute(1, 19)]).toBe(0.5);
    expect(prices[minute(2, 12)]).toBe(0.5);
  });

  it('lets a rate that ends before it begins last until the next day, from Saturday into Sunday too', () => {
    const prices = pricesOf(tariff(rate('Night', [6], '22:00', '06:00', 0.1)));
    expect(prices[minute(6, 22)]).toBe(0.1);
    expect(prices[minute(0, 5, 59)]).toBe(0.1);
    expect(prices[minute(0, 6)]).toBe(0.5);
    expect(prices[minute(6, 5)]).toBe(0.5);
  });

  it('lets a rate with equal begin and end last a whole day', () => {
    for (const [from, to] of [
      ['00:00', '00:00'],
      ['00:00', '24:00'],
    ] as const) {
      const prices = pricesOf(tariff(rate('Sunday', [0], from, to, 3)));
      expect(prices.filter((price) => price === 3)).toHaveLength(24 * 60);
      expect(prices[minute(0, 0)]).toBe(3);
    }
  });

  it('is refused with a sentence that names the two rates which overlap, and when', () => {
    expect(read(rate('Day', [1], '06:00', '22:00'), rate('Late', [1], '21:30', '23:00'))).toEqual({
      wrong: 'an object whose rates do not overlap: "Day" and "Late" both hold on Monday at 21:30',
    });
    expect(read(rate('Weekend', [0], '05:00', '22:00'), rate('Night', [6], '22:00', '06:00'))).toEqual({
      wrong: 'an object whose rates do not overlap: "Weekend" and "Night" both hold on Sunday at 05:00',
    });
  });

  it('may have carbon dioxide without prices, and nothing at all', () => {
    expect(TARIFF({ gramsCO2PerKWh: '380', currency: '' })).toEqual({
      value: { currency: '', rates: [], gramsCO2PerKWh: 380 },
    });
    for (const none of [null, {}, { currency: '', rates: [], defaultPerKWh: null }]) {
      expect(TARIFF(none)).toEqual({ value: NO_TARIFF });
    }
    expect(pricesOfWeek(NO_TARIFF)).toBeUndefined();
  });

  it('says which member is wrong', () => {
    expect(read({ ...rate('Day', [1], '6', '22:00') })).toEqual({
      wrong: 'an object whose rates.0.from is a time from 00:00 to 23:59',
    });
    expect(TARIFF({ currency: 'Euro', defaultPerKWh: 1 })).toEqual({
      wrong: 'an object whose currency is three letters such as EUR',
    });
  });

  it('is accepted exactly if no minute of the week is in two of its rates', () => {
    const time = fc
      .integer({ min: 0, max: 47 })
      .map((half) => `${String(half >> 1).padStart(2, '0')}:${half % 2 ? '30' : '00'}`);
    const some = fc.record({
      days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
      from: time,
      to: time,
    });
    const halves = ({ days, from, to }: { days: number[]; from: string; to: string }): number[] => {
      const at = (text: string) => Number(text.slice(0, 2)) * 2 + (text.endsWith('30') ? 1 : 0);
      const length = (at(to) - at(from) + 48) % 48 || 48;
      return days.flatMap((day) => Array.from({ length }, (_, each) => (day * 48 + at(from) + each) % (7 * 48)));
    };
    fc.assert(
      fc.property(fc.array(some, { maxLength: 3 }), (rates) => {
        const taken = rates.flatMap(halves);
        const isFree = new Set(taken).size === taken.length;
        const named = rates.map((each, place) => ({ ...each, name: `R${place}`, perKWh: place + 1 }));
        expect('value' in read(...named)).toBe(isFree);
        if (!isFree) return;
        const prices = pricesOf(tariff(...named));
        named.forEach((each) => halves(each).forEach((half) => expect(prices[half * 30 + 29]).toBe(each.perKWh)));
      }),
    );
  });
});
