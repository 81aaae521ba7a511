import { isToken } from '../../common/token.js';

/** The session cookie's name, fixed by the specification. */
export const COOKIE = 'SPID';

/** More cookies of the same name than a browser would ever send are not looked up. */
const MOST = 8;

/**
 * What could be a session token among the cookies, in their order. A browser may send the name more than once
 * (another path, another service on this host), so the first is not always the one that counts.
 */
export function cookieTokens(header: string | undefined): string[] {
  if (header === undefined) return [];
  return header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${COOKIE}=`))
    .map((pair) => unquoted(pair.slice(COOKIE.length + 1)))
    .filter(isToken)
    .slice(0, MOST);
}

const unquoted = (value: string): string => /^"(.*)"$/.exec(value)?.[1] ?? value;

/** The Set-Cookie value of a new session. Its beginning is the specification's to the letter. */
export const sessionCookie = (token: string, secure: boolean): string =>
  `${COOKIE}=${token}; path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;

/** The Set-Cookie value that makes a browser forget the session. */
export const NO_COOKIE = `${COOKIE}=; path=/; Max-Age=0; HttpOnly; SameSite=Strict`;
