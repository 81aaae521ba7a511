import type { Millis } from '../../common/clock.js';

const MINUTE: Millis = 60_000;
const HOUR: Millis = 60 * MINUTE;

/** The time after each failed attempt until the next one, as the specification of Standard Webhooks proposes. */
const WAITS: readonly Millis[] = [
  5_000,
  5 * MINUTE,
  30 * MINUTE,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
];

/** Each wait is up to so much shorter or longer, so that many messages of one moment do not return in one. */
const SPREAD = 0.2;

/** A receiver may ask for this much time by `Retry-After`. */
export const MAX_RETRY_AFTER: Millis = HOUR;

/**
 * The wait after this many failed attempts; undefined after the last.
 * @param random from 0 to 1
 */
export function waitAfter(attempts: number, random: number): Millis | undefined {
  const wait = WAITS[attempts - 1];
  return wait === undefined ? undefined : Math.round(wait * (1 - SPREAD + 2 * SPREAD * random));
}

/** The wait that a `Retry-After` asks for, in seconds or as a date; undefined where it says nothing that is understood. */
export function parseRetryAfter(header: string | undefined, now: Millis): Millis | undefined {
  if (header === undefined) return undefined;
  const wait = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), MAX_RETRY_AFTER) : undefined;
}
