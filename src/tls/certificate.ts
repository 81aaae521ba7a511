import { X509Certificate } from 'node:crypto';
import type { Millis } from '../common/clock.js';
import type { OwnNames } from './own-names.js';

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

const DAY: Millis = 24 * 60 * 60 * 1000;
/** The longest validity that browsers accept. */
const VALIDITY: Millis = 825 * DAY;
/** The longest name that a subject may contain. */
const MAX_SUBJECT_LENGTH = 64;

/** Creates a key (EC P-256) and its self-signed certificate. Takes some 20 ms, and 100 ms more the first time. */
export async function makeSelfSigned({ hosts, addresses }: OwnNames, now: Millis): Promise<Certificate> {
  const { generate } = await import('selfsigned'); // a large library that is needed once in two years
  const [name = 'rackfeed'] = hosts;
  const begin = now - DAY; // a client's clock may be behind
  const subject = [{ name: 'commonName', value: name.length > MAX_SUBJECT_LENGTH ? 'rackfeed' : name }];
  const made = await generate(subject, {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(begin),
    notAfterDate: new Date(begin + VALIDITY),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          ...hosts.map((value) => ({ type: 2 as const, value })),
          ...addresses.map((ip) => ({ type: 7 as const, ip })),
        ],
      },
    ],
  });
  return { chain: endingInNewline(made.cert), key: endingInNewline(made.private) };
}

const endingInNewline = (pem: string): string => `${pem.replaceAll('\r', '').trimEnd()}\n`;
