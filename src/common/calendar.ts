import type { Millis } from './clock.js';

/**
 * The calendar of schedules: converts local times of a zone to timestamps. A local time that daylight saving skips
 * becomes the next valid minute; one that occurs twice becomes its first occurrence.
 */

/** A time zone, defined by its offset from UTC. */
export interface Zone {
  readonly name: string;
  /** Local time minus UTC at a timestamp. */
  offsetAt(at: Millis): Millis;
}

/** A local time of day: every day, every week on a day, or every month on a day. */
export interface CalendarRule {
  readonly hour: number;
  readonly minute: number;
  /** 0 = Sunday to 6 = Saturday. */
  readonly weekday?: number;
  /** Day of the month, 1 to 28: every month has it. */
  readonly day?: number;
}

const MINUTE: Millis = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The largest offsets that any zone has ever had behind or ahead of UTC, plus an hour. */
const MOST_BEHIND = 14 * HOUR;
const MOST_AHEAD = 16 * HOUR;

const zones = new Map<string, Zone>();

/** The zone of an IANA name, which must be valid. Without daylight saving it stays at winter time all year. */
export function zoneOf(name: string, daylightSaving = true): Zone {
  const key = `${name} ${daylightSaving}`;
  const known = zones.get(key);
  if (known) return known;
  const zone = daylightSaving ? ianaZone(name) : winterTime(zoneOf(name));
  zones.set(key, zone);
  return zone;
}

function ianaZone(name: string): Zone {
  // One formatter for all calls: creating one costs a thousand times as much as using it.
  let format: Intl.DateTimeFormat | undefined;
  const hours = new Map<number, Millis>();
  const formatted = (at: Millis): Millis =>
    localMillis((format ??= formatOf(name)).formatToParts(at)) - Math.floor(at / 1000) * 1000;
  return {
    name,
    offsetAt(at) {
      const hour = Math.floor(at / HOUR);
      const known = hours.get(hour);
      if (known !== undefined) return known;
      const offset = formatted(at);
      // The offset of an hour without a change is cached.
      if (formatted(hour * HOUR) === offset && formatted((hour + 1) * HOUR - 1000) === offset) {
        if (hours.size >= 4096) hours.clear();
        hours.set(hour, offset);
      }
      return offset;
    },
  };
}

const formatOf = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });

function localMillis(parts: readonly Intl.DateTimeFormatPart[]): Millis {
  const part = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((candidate) => candidate.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/** The smaller of the offsets of January and July: south of the equator winter is in July. */
const winterTime = ({ name, offsetAt }: Zone): Zone => ({
  name,
  offsetAt(at) {
    const year = new Date(at).getUTCFullYear();
    return Math.min(offsetAt(Date.UTC(year, 0, 1)), offsetAt(Date.UTC(year, 6, 1)));
  },
});

/** The first occurrence after a timestamp, exclusive. */
export function nextAfter(rule: CalendarRule, zone: Zone, at: Millis): Millis {
  // Starts at the day before: where a zone skips a whole day, a skipped time is taken on the next day.
  for (let day = localDay(zone, at) - 1; ; day++) {
    if (!isOn(rule, day)) continue;
    const occurrence = momentOf(zone, day * DAY + timeOf(rule));
    if (occurrence > at) return occurrence;
  }
}

/** The last occurrence up to a timestamp, inclusive. */
export function latestUpTo(rule: CalendarRule, zone: Zone, at: Millis): Millis {
  for (let day = localDay(zone, at); ; day--) {
    if (!isOn(rule, day)) continue;
    const occurrence = momentOf(zone, day * DAY + timeOf(rule));
    if (occurrence <= at) return occurrence;
  }
}

/** A timestamp in the zone's local time, such as `2026-03-02 08:00`. */
export const localText = (zone: Zone, at: Millis): string =>
  new Date(at + zone.offsetAt(at)).toISOString().slice(0, 16).replace('T', ' ');

/** The minute of the zone's local week at a timestamp, counted from Sunday 00:00. */
export function minuteOfWeek(zone: Zone, at: Millis): number {
  const local = at + zone.offsetAt(at);
  const day = Math.floor(local / DAY);
  return (weekdayOf(day) * DAY + local - day * DAY - (local % MINUTE)) / MINUTE;
}

/** The timestamp of a day's begin, such as `2026-03-02`, in the zone; undefined for other text and for no day. */
export function dayBegin(zone: Zone, date: string): Millis | undefined {
  const local = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : NaN;
  return Number.isNaN(local) ? undefined : momentOf(zone, local);
}

const timeOf = ({ hour, minute }: CalendarRule): Millis => hour * HOUR + minute * MINUTE;

/** Days are counted from 1970-01-01, local. */
const localDay = (zone: Zone, at: Millis): number => Math.floor((at + zone.offsetAt(at)) / DAY);

/** 1970-01-01 was a Thursday. */
const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;

const isOn = ({ weekday, day: dayOfMonth }: CalendarRule, day: number): boolean =>
  (weekday === undefined || weekdayOf(day) === weekday) &&
  (dayOfMonth === undefined || new Date(day * DAY).getUTCDate() === dayOfMonth);

/** The timestamp of a local time of the zone. */
function momentOf(zone: Zone, local: Millis): Millis {
  const before = zone.offsetAt(local - MOST_AHEAD);
  const after = zone.offsetAt(local + MOST_BEHIND);
  if (before === after) return local - before;
  const candidates = [local - before, local - after].filter((at) => at + zone.offsetAt(at) === local);
  return candidates.length > 0 ? Math.min(...candidates) : endOfGap(zone, local - after, local - before);
}

/** The first timestamp after a change of the offset that happens within (from, to]. */
function endOfGap(zone: Zone, from: Millis, to: Millis): Millis {
  const after = zone.offsetAt(to);
  let [early, late] = [from, to];
  while (late - early > 1000) {
    const middle = early + Math.floor((late - early) / 2000) * 1000;
    if (zone.offsetAt(middle) === after) late = middle;
    else early = middle;
  }
  return late;
}

/** The name of a zone as users write it: "Etc/GMT-8" lies eight hours east, which everybody calls GMT+8. */
export const zoneText = ({ name }: Zone): string =>
  name.replace(/^Etc\/GMT([+-])(\d+)$/, (_, sign: string, hours: string) => `GMT${sign === '-' ? '+' : '-'}${hours}`);
