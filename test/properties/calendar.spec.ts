import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { latestUpTo, localText, nextAfter, zoneOf, type CalendarRule, type Zone } from '../../src/common/calendar.js';

const MINUTE = 60_000;
const DAY = 86_400_000;
const at = (text: string): number => Date.parse(text);
const iso = (moment: number): string => new Date(moment).toISOString();

const occurrences = (rule: CalendarRule, zone: Zone, from: number, to: number): number[] => {
  const found: number[] = [];
  for (let next = nextAfter(rule, zone, from); next <= to; next = nextAfter(rule, zone, next)) found.push(next);
  return found;
};

/** A model that steps minute by minute through local time, and records the times of the day so far. */
function* walk(rule: CalendarRule, zone: Zone, from: number, to: number): Generator<number> {
  const target = rule.hour * 60 + rule.minute;
  let done = '';
  let shown = localText(zone, from - MINUTE);
  for (let moment = from; moment <= to; moment += MINUTE) {
    const before = shown;
    shown = localText(zone, moment);
    // Every local minute between the last one and this one is reached now, shown or skipped.
    for (const date of datesBetween(before, shown)) {
      if (!isDay(rule, date)) continue;
      const wanted = `${date} ${String(Math.floor(target / 60)).padStart(2, '0')}:${String(target % 60).padStart(2, '0')}`;
      if (wanted > before && wanted <= shown && wanted > done) {
        done = wanted;
        yield moment;
      }
    }
  }
}
function datesBetween(before: string, after: string): string[] {
  const dates: string[] = [];
  for (let day = at(`${before.slice(0, 10)}T00:00Z`); iso(day).slice(0, 10) <= after.slice(0, 10); day += DAY) {
    dates.push(iso(day).slice(0, 10));
  }
  return dates;
}
const isDay = ({ weekday, day }: CalendarRule, date: string): boolean =>
  (weekday === undefined || new Date(`${date}T00:00Z`).getUTCDay() === weekday) &&
  (day === undefined || Number(date.slice(8)) === day);

describe('a local time', () => {
  const berlin = zoneOf('Europe/Berlin');

  it('that daylight saving skips occurs at the next valid minute', () => {
    expect(iso(nextAfter({ hour: 2, minute: 30 }, berlin, at('2026-03-28T12:00Z')))).toBe('2026-03-29T01:00:00.000Z');
  });

  it('that occurs twice counts the first time only', () => {
    const found = occurrences({ hour: 2, minute: 30 }, berlin, at('2026-10-24T12:00Z'), at('2026-10-26T12:00Z'));
    expect(found.map(iso)).toEqual(['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z']);
  });

  it('occurs at midnight after a day that the zone has skipped', () => {
    const apia = zoneOf('Pacific/Apia');
    const found = occurrences({ hour: 8, minute: 0 }, apia, at('2011-12-29T20:00Z'), at('2012-01-01T00:00Z'));
    expect(found.map((moment) => localText(apia, moment))).toEqual([
      '2011-12-31 00:00',
      '2011-12-31 08:00',
      '2012-01-01 08:00',
    ]);
  });

  it('on a day of the month occurs twelve times a year, on a weekday fifty-two times', () => {
    const year = [at('2026-01-01T00:00Z'), at('2026-12-31T23:59Z')] as const;
    expect(occurrences({ day: 28, hour: 23, minute: 59 }, berlin, ...year)).toHaveLength(12);
    const sundays = occurrences({ weekday: 0, hour: 12, minute: 0 }, zoneOf('UTC'), ...year);
    expect(sundays).toHaveLength(52);
    expect(sundays.every((moment) => new Date(moment).getUTCDay() === 0)).toBe(true);
  });

  it('uses winter time all year if daylight saving is off', () => {
    const [summer, winter] = ['2026-07-01T00:00Z', '2026-01-01T00:00Z'].map(at) as [number, number];
    const hours = (name: string, moment: number) => zoneOf(name, false).offsetAt(moment) / 3_600_000;
    expect([hours('Europe/Berlin', summer), hours('Europe/Berlin', winter)]).toEqual([1, 1]);
    expect([hours('Australia/Sydney', summer), hours('Australia/Sydney', winter)]).toEqual([10, 10]);
  });

  it('occurs when a model that steps minute by minute reaches it', () => {
    const names = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Sao_Paulo', 'Asia/Kathmandu'];
    const more = ['Pacific/Apia', 'Africa/Casablanca', 'Europe/Dublin', 'America/St_Johns', 'UTC', 'Etc/GMT-8'];
    // Around a change as often as not: two weeks that begin anywhere from 2008 to 2030.
    const begins = fc.integer({ min: at('2008-01-01T00:00Z') / DAY, max: at('2030-01-01T00:00Z') / DAY });
    const edges = fc.constantFrom('2011-12-25', '2026-03-22', '2026-10-20', '2026-03-02', '2026-11-01', '2018-11-01');
    fc.assert(
      fc.property(
        fc.constantFrom(...names, ...more),
        fc.oneof(
          begins.map((day) => day * DAY),
          edges.map((date) => at(`${date}T00:00Z`)),
        ),
        fc.record(
          {
            hour: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 23 })),
            minute: fc.integer({ min: 0, max: 59 }),
            weekday: fc.integer({ min: 0, max: 6 }),
          },
          { requiredKeys: ['hour', 'minute'] },
        ),
        (name, begin, rule) => {
          const zone = zoneOf(name);
          const end = begin + 8 * DAY;
          const expected = [...walk(rule, zone, begin + MINUTE, end)];
          expect(occurrences(rule, zone, begin, end).map(iso)).toEqual(expected.map(iso));
        },
      ),
      { numRuns: 60 },
    );
  }, 60_000);

  it('has the last occurrence before the next one, in every time zone', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    for (const name of zones) {
      const zone = zoneOf(name);
      const rule = { hour: 2, minute: 30 };
      // The two stretches of the year in which clocks are changed.
      const spring = occurrences(rule, zone, at('2026-03-01T00:00Z'), at('2026-04-10T00:00Z'));
      const autumn = occurrences(rule, zone, at('2026-09-20T00:00Z'), at('2026-11-09T00:00Z'));
      for (const days of [spring, autumn]) {
        const hours = days.slice(1).map((moment, day) => (moment - (days[day] ?? 0)) / 3_600_000);
        expect(Math.min(...hours)).toBeGreaterThanOrEqual(22);
        expect(Math.max(...hours)).toBeLessThanOrEqual(26);
      }
      for (const moment of [...spring, ...autumn]) {
        expect(latestUpTo(rule, zone, moment)).toBe(moment);
        expect(latestUpTo(rule, zone, moment - 1)).toBeLessThan(moment);
      }
    }
  }, 60_000);
});
