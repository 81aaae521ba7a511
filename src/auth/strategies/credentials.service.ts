import { Injectable } from '@nestjs/common';
import type { Caller } from '../../common/access.js';
import { SessionService } from '../sessions/session.service.js';
import { BasicAuthenticator } from './basic-authenticator.js';
import { CallerCache } from './caller-cache.js';
import { TokenAuthenticator } from './token-authenticator.js';

/** The result of a strategy's check: an error, the caller, or neither for an invalid credential. */
export type VerifyCallback = (error: unknown, caller?: Caller) => void;

/** Finds the caller behind a credential, for the guard and its strategies. */
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
 * The options passed to Passport with each request. Passport has one set of strategies for the whole process; two
 * controllers in it (one PDU that switches another, in a test) would otherwise answer for each other.
 */
export interface AuthenticateOptions {
  readonly credentials: CredentialsService;
}
