import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../../common/access.js';
import type { SessionService } from '../sessions/session.service.js';
import type { TokenAuthenticator } from './token-authenticator.js';

const MAX_CALLERS = 1000;

/**
 * Credentials that Passport has accepted. Its strategies cost more than the rest of a request that is answered from a
 * cached response, so the same headers are recognised the next time; the session or token behind them is still checked
 * each time. Headers are stored as hashes only. Basic has a cache of its own, because a pair can become invalid in more
 * ways than a session.
 */
export class CallerCache {
  /** Callers by hash of their headers, oldest first; the oldest is removed first. */
  readonly #callers = new Map<string, Caller>();

  constructor(
    private readonly sessions: SessionService,
    private readonly tokens: TokenAuthenticator,
  ) {}

  /** The caller with these headers, if they are still valid. Extends a session like any other request. */
  find(headers: IncomingHttpHeaders): Caller | undefined {
    const key = keyOf(headers);
    const caller = this.#callers.get(key);
    if (!caller) return undefined;
    const { credential } = caller;
    const isGood = credential.kind === 'session' ? this.sessions.resume(credential.id) : this.tokens.isAlive(caller);
    if (isGood) return caller;
    this.#callers.delete(key);
    return undefined;
  }

  remember(headers: IncomingHttpHeaders, caller: Caller): void {
    if (caller.credential.kind === 'basic') return;
    this.#callers.set(keyOf(headers), caller);
    if (this.#callers.size <= MAX_CALLERS) return;
    const [oldest] = this.#callers.keys();
    if (oldest) this.#callers.delete(oldest);
  }
}

const keyOf = ({ authorization = '', cookie = '' }: IncomingHttpHeaders): string =>
  hash('sha256', `${authorization}\n${cookie}`, 'base64url');
