import type { IncomingHttpHeaders } from 'node:http';
import { TOKEN_FORM } from '../../common/token.js';
import { firstCookieToken } from './cookie.js';

/** A user name and a password as HTTP Basic carries them. */
export interface NameAndPassword {
  readonly name: string;
  readonly password: string;
}

/** A session token or a personal access token, as a request or the first message of a stream offers it. */
export interface OfferedToken {
  readonly kind: 'session' | 'token';
  readonly token: string;
}

/** A credential that is not checked yet. */
export type OfferedCredential = OfferedToken | (NameAndPassword & { readonly kind: 'basic' | 'nut' | 'redfish' });

/** The credential of a request that is checked first; the order is that of the strategies in the access guard. */
export function firstCredential({ authorization, cookie }: IncomingHttpHeaders): OfferedCredential | undefined {
  const token = bearerToken(authorization);
  if (token) return { kind: 'token', token };
  const sessionToken = firstCookieToken(cookie);
  if (sessionToken) return { kind: 'session', token: sessionToken };
  const pair = basicPair(authorization);
  return pair && { kind: 'basic', ...pair };
}

const BEARER = new RegExp(`^bearer +(${TOKEN_FORM})$`, 'i');
const BASIC = /^basic +(\S+)$/i;

/** The personal access token of an Authorization header; undefined for any other scheme and any other shape. */
export const bearerToken = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : BEARER.exec(header)?.[1];

/** The pair of a Basic Authorization header (RFC 7617): strict base64, UTF-8, split at the first colon. */
export function basicPair(header: string | undefined): NameAndPassword | undefined {
  const text = decoded(BASIC.exec(header ?? '')?.[1]);
  const colon = text?.indexOf(':') ?? -1;
  if (text === undefined || colon < 1 || colon === text.length - 1) return undefined;
  return { name: text.slice(0, colon), password: text.slice(colon + 1) };
}

function decoded(base64: string | undefined): string | undefined {
  if (base64 === undefined) return undefined;
  const bytes = Buffer.from(base64, 'base64');
  // Node skips characters that are not base64, so the text is valid only if the bytes encode to it again.
  if (bytes.toString('base64') !== base64) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
