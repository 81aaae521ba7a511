import { describe, expect, it } from '@jest/globals';
import {
  amps,
  bytes,
  decimalSeparatorOf,
  duration,
  energy,
  numbersIn,
  share,
  timesIn,
  watts,
  weekDays,
} from './format.js';

describe('a measurement', () => {
  it('has its unit, and always the same number of digits', () => {
    expect(amps(1.2)).toBe('1.20\u202fA');
    expect(watts(1234.5)).toBe('1,235\u202fW');
  });

  it('that is not known is a dash, never a zero', () => {
    expect(amps(undefined)).toBe('–');
  });
});

describe('a field for a number', () => {
  it.each([
    ['en', '.'],
    ['de', ','],
  ] as const)('has the decimal separator of its language (%s)', (language, separator) => {
    expect(decimalSeparatorOf(language)).toBe(separator);
  });
});

describe('a length of time', () => {
  it.each([
    [0, '0 s'],
    [75, '1 min 15 s'],
    [3600, '1 h'],
    [200_000, '2 d 7 h'],
  ])('of %d s is %s', (value, text) => {
    expect(duration(value).replaceAll('\u202f', ' ')).toBe(text);
  });
});

describe('an energy', () => {
  it.each([
    [1187.184, '1,187.18 kWh'],
    [0.1042, '104 Wh'],
    [0.0012, '1.2 Wh'],
    [0, '0.00 kWh'],
    [undefined, '–'],
  ])('of %d kWh is %s', (value, text) => {
    expect(energy(value).replaceAll('\u202f', ' ')).toBe(text);
  });
});

describe('a share', () => {
  it.each([
    [0.9999, '99.9 %'],
    [0.0001, '0.1 %'],
    [0.5, '50.0 %'],
    [1, '100.0 %'],
    [0, '0.0 %'],
    [undefined, '–'],
  ])('of %d is %s: a part is neither nothing nor all', (part, text) => {
    expect(share(part, 1).replaceAll('\u202f', ' ')).toBe(text);
  });
});

describe('a size', () => {
  it('is in the unit that suits', () => {
    expect(bytes(12_345_678).replace('\u202f', ' ')).toBe('12.3 MB');
    expect(bytes(0).replace('\u202f', ' ')).toBe('0 B');
  });
});

describe('a time', () => {
  it("is in the device's zone", () => {
    expect(timesIn('America/New_York').dateTime('2026-03-02T13:00:05Z')).toBe('2026-03-02 08:00:05');
    expect(timesIn('Asia/Tokyo').time(0)).toBe('09:00:00');
    expect(timesIn('GMT+8').time(0)).toBe('08:00:00');
    expect(timesIn('UTC-3').time(0)).toBe('21:00:00');
  });

  it("of a field is in the device's zone too, also beside a change of summer time", () => {
    const { secondsOf, dateTime } = timesIn('America/New_York');
    for (const local of ['2026-07-01T08:30', '2026-03-08T01:30', '2026-03-08T03:30', '2026-11-01T23:00']) {
      expect(dateTime(secondsOf(local))).toBe(`${local.replace('T', ' ')}:00`);
    }
    expect(secondsOf('')).toBeNaN();
  });

  it('in a zone that this browser does not know is in UTC', () => {
    expect(timesIn('Mars/Olympus').zone).toBe('UTC');
  });

  it('that is not known is a dash', () => {
    expect(timesIn('UTC').date(undefined)).toBe('–');
  });
});

describe('in German', () => {
  it('a number has a decimal comma, and points between thousands', () => {
    expect(numbersIn('de')(12_345.678, 2)).toBe('12.345,68');
    expect(numbersIn('de')(0.5, 0)).toBe('1');
  });

  it('a date begins with the day, and a field has its own form in every language', () => {
    const { date, dateTime, time, fieldOf, secondsOf } = timesIn('Europe/Berlin', 'de');
    expect(dateTime('2026-03-02T07:00:05Z')).toBe('02.03.2026 08:00:05');
    expect([date(0), time(0)]).toEqual(['01.01.1970', '01:00:00']);
    expect(fieldOf('2026-03-02T07:00:05Z')).toBe('2026-03-02T08:00');
    expect(fieldOf(secondsOf('2026-07-01T08:30'))).toBe('2026-07-01T08:30');
  });

  it('a length of time has days with their German unit', () => {
    expect(duration(200_000, 'de').replaceAll('\u202f', ' ')).toBe('2 Tg. 7 h');
  });
});

describe('a week', () => {
  it('begins on Monday in Germany and Britain, and on Sunday in the United States', () => {
    expect(weekDays('de')).toEqual([1, 2, 3, 4, 5, 6, 0]);
    expect(weekDays('en-GB')[0]).toBe(1);
    expect(weekDays('en-US')).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });
});
