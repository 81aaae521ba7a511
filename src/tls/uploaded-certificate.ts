import { createPrivateKey, type KeyObject, type X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { ApiError } from '../common/errors.js';
import type { Millis } from '../common/clock.js';
import { certificatesIn, validityOf, type Certificate } from './certificate.js';
import { SECURE_CONTEXT } from './tls-options.js';

const SERVER_AUTHENTICATION = '1.3.6.1.5.5.7.3.1';
const MAX_CHAIN_LENGTH = 10;
const MIN_RSA_BITS = 2048;
/** The curves of keys with which browsers connect. */
const CURVES: readonly unknown[] = ['prime256v1', 'secp384r1', 'secp521r1'];

/** The key of the signing request of this controller, which the sender of the certificate does not know. */
export interface RequestedKey {
  readonly requested: string;
}

/**
 * Checks that HTTPS can use an uploaded certificate and key now. Throws CERTIFICATE_UNUSABLE or
 * CERTIFICATE_KEY_UNUSABLE with the reason, which never contains the key.
 */
export function checkedUpload(certificate: string, key: string | RequestedKey, now: Millis): Certificate {
  const chain = readChain(certificate);
  const [leaf] = chain;
  if (!leaf) throw unusable('there is no PEM block "CERTIFICATE" in it');
  if (chain.length > MAX_CHAIN_LENGTH) throw unusable(`it has more than ${MAX_CHAIN_LENGTH} certificates`);
  refuseOutOfTime(leaf, now);
  refuseOtherUse(leaf);
  refuseBrokenChain(chain);
  const privateKey = readKey(typeof key === 'string' ? key : key.requested);
  if (!leaf.checkPrivateKey(privateKey)) {
    if (typeof key !== 'string') throw unusable('its first certificate does not belong to the open signing request');
    throw keyUnusable('it is not the key of the first certificate');
  }
  const checked = {
    chain: chain.map(String).join(''),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
  try {
    createSecureContext({ ...SECURE_CONTEXT, cert: checked.chain, key: checked.key });
  } catch (error) {
    throw unusable(`TLS refuses it (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'})`);
  }
  return checked;
}

/** True if the first certificate of a chain is for this private key. */
export function fitsKey(certificate: string, key: string): boolean {
  const [leaf] = readChain(certificate);
  return leaf?.checkPrivateKey(readKey(key)) === true;
}

const unusable = (reason: string): ApiError => new ApiError('CERTIFICATE_UNUSABLE', reason).at('certificate');
const keyUnusable = (reason: string): ApiError => new ApiError('CERTIFICATE_KEY_UNUSABLE', reason).at('key');

function readChain(pem: string): X509Certificate[] {
  try {
    return certificatesIn(pem);
  } catch {
    throw unusable('one of its PEM blocks is damaged');
  }
}

function readKey(pem: string): KeyObject {
  if (/ENCRYPTED/.test(pem)) throw keyUnusable('it is encrypted; send it without a passphrase');
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    throw keyUnusable('it is not a private key in PEM');
  }
  refuseOtherKind(key);
  const bits = key.asymmetricKeyDetails?.modulusLength;
  if (bits !== undefined && bits < MIN_RSA_BITS) throw keyUnusable(`it has ${bits} bits; ${MIN_RSA_BITS} are needed`);
  return key;
}

/** Refuses a kind of key that TLS takes, but with which no browser connects: the pages would be out of reach. */
function refuseOtherKind({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): void {
  if (type === 'rsa' || (type === 'ec' && CURVES.includes(details?.namedCurve))) return;
  const kind = details?.namedCurve ?? type ?? 'unknown';
  throw keyUnusable(`browsers cannot use its kind (${kind}); RSA and EC with P-256, P-384 or P-521 are usable`);
}

function refuseOutOfTime(leaf: X509Certificate, now: Millis): void {
  const { from, to } = validityOf(leaf);
  if (now > to) throw unusable(`it has expired on ${day(to)}`);
  if (now < from) throw unusable(`it is not valid before ${day(from)}, and the clock here says ${day(now)}`);
}

const day = (at: Millis): string => new Date(at).toISOString().slice(0, 10);

/** Refuses a certificate with usages that do not include a server. */
function refuseOtherUse({ keyUsage }: X509Certificate): void {
  const uses = keyUsage as readonly string[] | undefined;
  if (uses && !uses.includes(SERVER_AUTHENTICATION)) throw unusable('it is not meant for a server');
}

function refuseBrokenChain(chain: readonly X509Certificate[]): void {
  chain.forEach((certificate, place) => {
    const issuer = chain[place + 1];
    if (!issuer || (certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey))) return;
    throw unusable(`its certificate ${place + 2} has not issued certificate ${place + 1}`);
  });
}
