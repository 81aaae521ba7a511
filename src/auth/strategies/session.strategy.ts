import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import passport from 'passport';
import type { Caller } from '../../common/access.js';
import type { CallerCache } from '../callers/caller-cache.js';
import { finish, type AuthenticateOptions, type VerifyCallback } from './authenticate-options.js';
import { cookieTokens } from './cookie.js';

type Verify = (callers: CallerCache, tokens: readonly string[], done: VerifyCallback) => void;

class CookieStrategy extends passport.Strategy {
  // Passport derives an object from the strategy for each request; a #private field would not be found on it.
  constructor(readonly verify: Verify) {
    super();
  }

  override authenticate(
    this: passport.StrategyCreated<this>,
    request: Request,
    { callers }: AuthenticateOptions,
  ): void {
    this.verify(callers, cookieTokens(request.headers.cookie), finish(this));
  }
}

/** Authenticates by the session cookie. Not to be confused with Passport's own `session` strategy. */
@Injectable()
export class SessionStrategy extends PassportStrategy(CookieStrategy, 'session-cookie') {
  /** The caller of the first token that belongs to an open session. */
  validate(callers: CallerCache, tokens: readonly string[]): Caller | undefined | Promise<Caller | undefined> {
    return callers.ofTokens(tokens.map((token) => ({ kind: 'session', token })));
  }
}
