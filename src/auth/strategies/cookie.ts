import { TOKEN_FORM } from '../../common/token.js';

/** The session cookie's name, fixed by the specification. */
export const COOKIE = 'SPID';

/** Largest number of cookies of this name to look up; no browser sends more. */
const MOST = 8;

/** A session cookie with a token, plain or in quotes. */
const SESSION_COOKIE = new RegExp(`(?:^|;)\\s*${COOKIE}=("?)(${TOKEN_FORM})\\1\\s*(?=;|$)`);
const ALL_SESSION_COOKIES = new RegExp(SESSION_COOKIE, 'g');

/**
 * The possible session tokens among the cookies, in their order. A browser may send the name more than once (another
 * path, another service on this host), so the first is not always the valid one.
 */
export const cookieTokens = (header = ''): string[] =>
  Array.from(header.matchAll(ALL_SESSION_COOKIES), ([, , token = '']) => token).slice(0, MOST);

/** The first of them; it is asked for at every request, and costs a fifth of all. */
export const firstCookieToken = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : SESSION_COOKIE.exec(header)?.[2];

/** The Set-Cookie value of a new session. Its beginning is exactly that of the specification. */
export const sessionCookie = (token: string, secure: boolean): string =>
  `${COOKIE}=${token}; path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;

/** The Set-Cookie value that makes a browser forget the session. */
export const NO_COOKIE = `${COOKIE}=; path=/; Max-Age=0; HttpOnly; SameSite=Strict`;
