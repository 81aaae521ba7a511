import { Injectable } from '@nestjs/common';
import type { Caller } from '../../common/access.js';
import { SessionService } from '../sessions/session.service.js';
import { BasicAuthenticator } from './basic-authenticator.js';
import { CallerCache } from './caller-cache.js';
import { TokenAuthenticator } from './token-authenticator.js';

/** How a strategy's check ends: with an error, with the caller, or with neither: the credential is not good. */
export type VerifyCallback = (error: unknown, caller?: Caller) => void;

/** Whom the guard and its strategies ask who it is that holds a credential. */
@Injectable()
export class CredentialsService {
  readonly callerCache: CallerCache;

  constructor(
    readonly sessions: SessionService,
    readonly tokens: TokenAuthenticator,
    readonly passwords: BasicAuthenticator,
  ) {
    this.callerCache = new CallerCache(sessions, tokens);
  }
}

/**
 * Given to Passport with each request. Passport keeps one set of strategies for the whole process; two controllers in
 * it (one PDU that switches another, in a test) would otherwise answer for each other.
 */
export interface AuthenticateOptions {
  readonly credentials: CredentialsService;
}
