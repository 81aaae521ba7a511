import { ApiError, type ErrorDetail } from '../common/errors.js';
import { MAX_TEXT } from './audit-bounds.js';

/** The filter of a request for entries of the audit log. */
export interface LogQuery {
  /** 1 to 500. */
  readonly limit: number;
  /** Only entries older than this one. */
  readonly before?: number;
  /** Only entries newer than this one. */
  readonly after?: number;
  /** A whole kind, or the beginning of one up to its dot: `outlet.`. */
  readonly kind?: string;
  readonly object?: string;
  readonly who?: string;
  readonly result?: string;
  /** Wall clock, ms, inclusive. */
  readonly from?: number;
  /** Wall clock, ms, inclusive. */
  readonly to?: number;
}

const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    throw new Error(`must be a whole number from ${min} to ${max}`);
  };

const word = (text: string): string => {
  if (text.length > 0 && text.length <= MAX_TEXT) return text;
  throw new Error(`must be text of 1 to ${MAX_TEXT} characters`);
};

/** A date, with or without a time of day; without an offset it is UTC. */
const ISO_8601 = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?)?$/;
const UNIX_SECONDS = /^\d{1,11}(\.\d{1,3})?$/;

const moment = (text: string): number => {
  if (UNIX_SECONDS.test(text)) return Math.round(Number(text) * 1000);
  // An unescaped "+" of a query arrives as a space.
  const [, date, time = '00:00', offset = 'Z'] = ISO_8601.exec(text.toUpperCase().replace(' ', '+')) ?? [];
  const at = date === undefined ? NaN : Date.parse(`${date}T${time}${offset}`);
  if (!Number.isNaN(at)) return at;
  throw new Error('must be a time in ISO 8601 or in seconds since 1970');
};

const QUERY_PARAMETERS = {
  limit: wholeNumber(1, 500),
  before: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  after: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  kind: word,
  object: word,
  who: word,
  result: word,
  from: moment,
  to: moment,
} satisfies { [K in keyof LogQuery]-?: (text: string) => Required<LogQuery>[K] };

/** Reads the query of a request; unknown parameters are ignored. Throws 422 with one detail for each invalid one. */
export function readLogQuery(query: Readonly<Record<string, unknown>>): LogQuery {
  const details: ErrorDetail[] = [];
  const values = Object.entries(QUERY_PARAMETERS).flatMap(([field, parse]) => {
    const given = query[field];
    if (given === undefined || given === '') return [];
    try {
      if (typeof given !== 'string') throw new Error('must stand in the query once');
      return [[field, parse(given)]];
    } catch (error) {
      details.push({ field, message: `${field} ${(error as Error).message}.` });
      return [];
    }
  });
  if (details.length > 0) throw ApiError.validation(details);
  return { limit: 100, ...(Object.fromEntries(values) as Partial<LogQuery>) };
}
