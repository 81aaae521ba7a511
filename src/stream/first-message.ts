import type { OfferedToken } from '../auth/strategies/authorization.js';
import { cookieTokens } from '../auth/strategies/cookie.js';
import { isToken } from '../common/token.js';

/**
 * The credentials in the first message, of which the first valid one counts: `{"cookie": …}` with a bare session token,
 * `SPID=<token>` or a whole cookie string, or `{"token": "<personal access token>"}`. If `cookie` is empty, the cookies
 * of the upgrade request count. Undefined for everything else.
 */
export function parseFirstMessage(text: string, upgradeCookies?: string): readonly OfferedToken[] | undefined {
  const { cookie, token } = membersOf(text);
  const namesSession = typeof cookie === 'string' && cookie.trim() !== '';
  if (!namesSession && typeof token === 'string') return [{ kind: 'token', token }];
  if (typeof cookie !== 'string') return undefined;
  const bare = cookie.trim();
  const tokens = isToken(bare) ? [bare] : cookieTokens(namesSession ? bare : upgradeCookies);
  return tokens.map((found) => ({ kind: 'session', token: found }));
}

function membersOf(text: string): { cookie?: unknown; token?: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
