import type { Seconds } from '../common/units.js';
import { ApiError, type ErrorDetail } from '../common/errors.js';
import { MEASURE_NAMES, type MeasureName } from './measures.js';

const DAY = 86_400;
const DEFAULT_POINTS = 600;
export const MAX_STEPS = 20_000;
/** The year 3000: a later time is a mistake, or in milliseconds. */
const MAX_TIME = 32_503_680_000;

/** Round steps for charts, s. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, DAY];

/** A query of a caller: a time range in steps. */
export interface HistoryQuery {
  readonly object: string;
  readonly measure: MeasureName;
  /** Seconds since 1970. */
  readonly from: number;
  /** Seconds since 1970, not included. */
  readonly to: number;
  readonly step: Seconds;
}

type Query = Readonly<Record<string, unknown>>;
type Parse<T> = (text: string) => T;

const word: Parse<string> = (text) => {
  if (text.length <= 100) return text;
  throw new Error('must be text of 1 to 100 characters');
};

const measure: Parse<MeasureName> = (text) => {
  const found = MEASURE_NAMES.find((name) => name.toLowerCase() === text.toLowerCase());
  if (found) return found;
  throw new Error(`must be one of ${MEASURE_NAMES.join(', ')}`);
};

/** A date, with or without a time of day; without an offset it is UTC. */
const ISO_8601 = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?)?$/;
const UNIX_SECONDS = /^\d{1,15}(\.\d{1,3})?$/;
/** A time before now: "-90s", "-15m", "-24h", "-30d". */
const AGO = /^-(\d{1,8})([smhd])$/;
const SECONDS_OF: Record<string, number> = { s: 1, m: 60, h: 3600, d: DAY };

const moment =
  (now: number): Parse<number> =>
  (text) => {
    const at = momentOf(text, now);
    if (at >= 0 && at <= MAX_TIME) return at;
    throw new Error('must be a time in ISO 8601 or in seconds since 1970, or how long ago: -90s, -15m, -24h, -30d');
  };

function momentOf(text: string, now: number): number {
  if (text.toLowerCase() === 'now') return now;
  if (UNIX_SECONDS.test(text)) return Number(text);
  const [, count, unit = ''] = AGO.exec(text) ?? [];
  if (count !== undefined) return now - Number(count) * (SECONDS_OF[unit] ?? 1);
  // An unescaped "+" of a query arrives as a space.
  const [, date, time = '00:00', offset = 'Z'] = ISO_8601.exec(text.toUpperCase().replace(' ', '+')) ?? [];
  return date === undefined ? NaN : Date.parse(`${date}T${time}${offset}`) / 1000;
}

const wholeNumber =
  (max: number): Parse<number> =>
  (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    if (value >= 1 && value <= max) return value;
    throw new Error(`must be a whole number from 1 to ${max}`);
  };

/**
 * Reads the query of a request; unknown parameters are ignored. Without `from` and `to` it is the last day, without
 * `step` one that makes about `points` of it. Throws 422 with one detail for each wrong parameter.
 * @param now seconds since 1970
 */
export function readHistoryQuery(query: Query, now: number): HistoryQuery {
  const details: ErrorDetail[] = [];
  const read = <T>(field: string, parse: Parse<T>): T | undefined => {
    const given = query[field];
    if (given === undefined || given === '') return undefined;
    try {
      if (typeof given !== 'string') throw new Error('must stand in the query once');
      return parse(given);
    } catch (error) {
      details.push({ field, message: `${field} ${(error as Error).message}.` });
      return undefined;
    }
  };
  const need = <T>(field: string, parse: Parse<T>): T | undefined => {
    if (query[field] === undefined || query[field] === '') details.push({ field, message: `${field} is missing.` });
    return read(field, parse);
  };
  const object = need('object', word);
  const name = need('measure', measure);
  const to = read('to', moment(now)) ?? now;
  const from = read('from', moment(now)) ?? to - DAY;
  const points = read('points', wholeNumber(MAX_STEPS)) ?? DEFAULT_POINTS;
  const step = read('step', wholeNumber(366 * DAY)) ?? stepFor(to - from, points);
  if (details.length === 0 && from >= to) details.push({ field: 'from', message: 'from must be before to.' });
  if (details.length === 0 && (to - from) / step > MAX_STEPS) {
    details.push({
      field: 'step',
      message: `The stretch from..to has more than ${MAX_STEPS} steps; ask for longer ones.`,
    });
  }
  if (details.length > 0 || object === undefined || name === undefined) throw ApiError.validation(details);
  return { object, measure: name, from, to, step };
}

/** The shortest round step that divides a range into no more than `points` steps, s. */
export function stepFor(stretch: Seconds, points: number): Seconds {
  const least = stretch / points;
  return STEPS.find((step) => step >= least) ?? Math.ceil(least / DAY) * DAY;
}
