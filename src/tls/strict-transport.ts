import type { Millis } from '../common/clock.js';

const DAY: Millis = 24 * 60 * 60_000;
const ONE_YEAR: Millis = 365 * DAY;

/** What the header is decided by. */
export interface TrustedUntil {
  /** Wall clock of the certificate's last moment. */
  readonly validTo: Millis;
  /** True for a certificate that nobody else vouches for. */
  readonly isSelfSigned: boolean;
}

/**
 * The value of Strict-Transport-Security, if any. A browser that was told to insist on HTTPS offers no way around a
 * certificate that it does not trust, so the promise ends a day before the certificate does; after the end it is taken back.
 */
export function strictTransport({ validTo, isSelfSigned }: TrustedUntil, now: Millis): string | undefined {
  if (isSelfSigned) return undefined;
  if (validTo <= now) return 'max-age=0';
  const promise = Math.min(ONE_YEAR, validTo - DAY - now);
  return promise > 0 ? `max-age=${Math.floor(promise / 1000)}` : undefined;
}
