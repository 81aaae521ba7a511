import { X509Certificate } from 'node:crypto';
import type { Millis } from '../common/clock.js';

/** A private key and its certificate, as PEM. */
export interface Certificate {
  /** The server's own certificate first, then each issuer of the previous one. */
  readonly chain: string;
  readonly key: string;
}

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The certificates of a PEM text in their order. Throws when one of them cannot be read. */
export const certificatesIn = (pem: string): X509Certificate[] =>
  (pem.match(BLOCK) ?? []).map((block) => new X509Certificate(block));

/** The server's own certificate. Throws when there is none. */
export function leafOf({ chain }: Certificate): X509Certificate {
  const [leaf] = certificatesIn(chain);
  if (!leaf) throw new Error('there is no certificate in it');
  return leaf;
}

/** The period in which a certificate is valid. */
export const validityOf = ({ validFrom, validTo }: X509Certificate): { from: Millis; to: Millis } => ({
  from: Date.parse(validFrom),
  to: Date.parse(validTo),
});
