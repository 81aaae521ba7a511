import type { Seconds } from '../common/units.js';
import { ApiError } from '../common/errors.js';
import { parseTime } from '../common/dto-decorators.js';

const DAY = 86_400;
export const MAX_STEPS = 20_000;
export const LONGEST_STEP: Seconds = 366 * DAY;

/** Round steps for charts, s. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, DAY];

/** A time range in steps. */
export interface HistoryRange {
  /** Seconds since 1970. */
  readonly from: number;
  /** Seconds since 1970, not included. */
  readonly to: number;
  readonly step: Seconds;
}

/** A time before now: "-90s", "-15m", "-24h", "-30d". */
const AGO = /^-(\d{1,8})([smhd])$/;
const SECONDS_OF: Record<string, Seconds> = { s: 1, m: 60, h: 3600, d: DAY };

/** The seconds since 1970 of a time, which may be one before now; undefined for other text. */
export function momentOf(text: string, now: number): number | undefined {
  if (text.toLowerCase() === 'now') return now;
  const [, count, unit = ''] = AGO.exec(text) ?? [];
  if (count !== undefined) return now - Number(count) * (SECONDS_OF[unit] ?? 1);
  const at = parseTime(text);
  return at === undefined || at < 0 ? undefined : at / 1000;
}

export const isMoment = (text: string): boolean => momentOf(text, 0) !== undefined;

/** The members of a query that say when, each valid by itself. */
export interface RangeQuery {
  readonly from?: string;
  readonly to?: string;
  readonly step?: Seconds;
  readonly points?: number;
}

/**
 * The range of a query. Without `from` and `to` it is the last day, without `step` one that makes about `points` of it.
 * Throws 422 for a range that is empty, begins before 1970, or has too many steps.
 * @param now seconds since 1970
 */
export function rangeOf(query: RangeQuery, now: number): HistoryRange {
  const to = momentOf(query.to ?? 'now', now) ?? now;
  const from = query.from === undefined ? to - DAY : (momentOf(query.from, now) ?? NaN);
  const step = query.step ?? stepFor(to - from, query.points ?? 600);
  if (!(from >= 0 && from < to)) refuse('from', 'from must be before to, and not before 1970.');
  if ((to - from) / step > MAX_STEPS) {
    refuse('step', `The stretch from..to has more than ${MAX_STEPS} steps; ask for longer ones.`);
  }
  return { from, to, step };
}

function refuse(field: string, message: string): never {
  throw ApiError.validation([{ field, message }]);
}

/** The shortest round step that divides a range into no more than `points` steps, s. */
export function stepFor(stretch: Seconds, points: number): Seconds {
  const least = stretch / points;
  return STEPS.find((step) => step >= least) ?? Math.ceil(least / DAY) * DAY;
}
