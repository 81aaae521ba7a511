import { isToken } from '../../common/token.js';

/** The session cookie's name, fixed by the specification. */
export const COOKIE = 'SPID';

/** Largest number of cookies of this name to look up; no browser sends more. */
const MOST = 8;

/**
 * The possible session tokens among the cookies, in their order. A browser may send the name more than once (another
 * path, another service on this host), so the first is not always the valid one.
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

/** The Set-Cookie value of a new session. Its beginning is exactly that of the specification. */
export const sessionCookie = (token: string, secure: boolean): string =>
  `${COOKIE}=${token}; path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;

/** The Set-Cookie value that makes a browser forget the session. */
export const NO_COOKIE = `${COOKIE}=; path=/; Max-Age=0; HttpOnly; SameSite=Strict`;
