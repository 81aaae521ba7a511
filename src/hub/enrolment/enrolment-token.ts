import { hash, randomBytes } from 'node:crypto';

const PREFIX = 'rf1';
const SECRET_BYTES = 24;
const FORM = /^rf1\.([A-Za-z0-9_-]{32})\.([A-Za-z0-9_-]{43})$/;

/** A new token as its operator sees it once, and the hash of its secret, which is stored. */
export interface NewToken {
  readonly token: string;
  readonly tokenHash: string;
}

/** @param fingerprint SHA-256 of the certificate of the authority, base64url: by it a PDU knows the hub */
export function newEnrolmentToken(fingerprint: string): NewToken {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return { token: `${PREFIX}.${secret}.${fingerprint}`, tokenHash: hashOf(secret) };
}

/** The hash of the secret in a token of this hub; undefined for any other text. */
export function tokenHashOf(token: string, fingerprint: string): string | undefined {
  const [, secret, hub] = FORM.exec(token) ?? [];
  return secret !== undefined && hub === fingerprint ? hashOf(secret) : undefined;
}

/** The secret is fully random, so a fast hash is enough. */
const hashOf = (secret: string): string => hash('sha256', secret, 'base64url');
