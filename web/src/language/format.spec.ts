import { describe, expect, it } from '@jest/globals';
import { amps, bytes, duration, timesIn, watts } from './format.js';

describe('a measurement', () => {
  it('has its unit, and always the same number of digits', () => {
    expect(amps(1.2)).toBe('1.20\u202fA');
    expect(watts(1234.5)).toBe('1,235\u202fW');
  });

  it('that is not known is a dash, never a zero', () => {
    expect(amps(undefined)).toBe('–');
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
