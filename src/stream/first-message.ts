import { cookieTokens } from '../auth/strategies/cookie.js';
import { isToken } from '../common/token.js';

/** The credential that a reader of the stream offers. */
export type OfferedCredential =
  /** Possible session tokens: several if a cookie string has several. */
  | { readonly kind: 'session'; readonly tokens: readonly string[] }
  | { readonly kind: 'accessToken'; readonly token: string }
  /** An empty `cookie` member: the cookie that came with the upgrade request counts. */
  | { readonly kind: 'upgradeCookie' };

/**
 * The credential in the first message: `{"cookie": …}` with a bare session token, `SPID=<token>`, a whole cookie string
 * or nothing, or `{"token": "<personal access token>"}`. Undefined for everything else.
 */
export function parseFirstMessage(text: string): OfferedCredential | undefined {
  const { cookie, token } = membersOf(text);
  const namesSession = typeof cookie === 'string' && cookie.trim() !== '';
  if (!namesSession && typeof token === 'string') return { kind: 'accessToken', token };
  if (typeof cookie !== 'string') return undefined;
  const trimmed = cookie.trim();
  if (trimmed === '') return { kind: 'upgradeCookie' };
  return { kind: 'session', tokens: isToken(trimmed) ? [trimmed] : cookieTokens(trimmed) };
}

function membersOf(text: string): { cookie?: unknown; token?: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
