import type { Millis } from '../common/clock.js';

const DAY: Millis = 24 * 60 * 60_000;
const ONE_YEAR: Millis = 365 * DAY;

/** The properties of the certificate that determine the header. */
export interface TrustedUntil {
  /** Wall clock of the certificate's expiry. */
  readonly validTo: Millis;
  /** True for a certificate that is its own issuer. */
  readonly isSelfSigned: boolean;
}

/**
 * The value of Strict-Transport-Security, if any. A browser that insists on HTTPS offers no way around a certificate
 * that it does not trust, so the header expires a day before the certificate; after the expiry the header is revoked.
 */
export function strictTransport({ validTo, isSelfSigned }: TrustedUntil, now: Millis): string | undefined {
  if (isSelfSigned) return undefined;
  if (validTo <= now) return 'max-age=0';
  const promise = Math.min(ONE_YEAR, validTo - DAY - now);
  return promise > 0 ? `max-age=${Math.floor(promise / 1000)}` : undefined;
}
