import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import passport from 'passport';
import type { Caller } from '../../common/access.js';
import { cookieTokens } from './cookie.js';
import type { AuthenticateOptions, CredentialsService } from './credentials.service.js';
import type { VerifyCallback } from './credentials.service.js';

type Verify = (credentials: CredentialsService, tokens: readonly string[], done: VerifyCallback) => void;

class CookieStrategy extends passport.Strategy {
  // Passport derives an object from the strategy for each request; a #private field would not be found on it.
  constructor(private readonly verify: Verify) {
    super();
  }

  override authenticate(request: Request, { credentials }: AuthenticateOptions): void {
    const tokens = cookieTokens(request.headers.cookie);
    if (tokens.length === 0) {
      this.fail();
      return;
    }
    this.verify(credentials, tokens, (error, caller) => {
      if (error) this.error(error);
      else if (caller) this.success(caller);
      else this.fail();
    });
  }
}

/** Authenticates by the session cookie. Not to be confused with Passport's own `session` strategy. */
@Injectable()
export class SessionStrategy extends PassportStrategy(CookieStrategy, 'session-cookie') {
  /** The caller of the first token that belongs to an open session. */
  validate({ sessions }: CredentialsService, tokens: readonly string[]): Caller | undefined {
    for (const token of tokens) {
      const caller = sessions.enter(token);
      if (caller) return caller;
    }
    return undefined;
  }
}
