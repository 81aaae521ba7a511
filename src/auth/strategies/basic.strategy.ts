import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import type passport from 'passport';
import { BasicStrategy as PackageStrategy } from 'passport-http';
import { addressOf, type Caller } from '../../common/access.js';
import type { CallerCache } from '../callers/caller-cache.js';
import { finish, type AuthenticateOptions, type VerifyCallback } from './authenticate-options.js';
import { basicPair, type NameAndPassword } from './authorization.js';

type Verify = (callers: CallerCache, pair: NameAndPassword, address: string, done: VerifyCallback) => void;

/** Follows RFC 7617; the package cuts a password at its first colon and accepts any scheme with "basic" in it. */
class ExactStrategy extends PackageStrategy {
  constructor(readonly verify: Verify) {
    super(() => undefined);
  }

  override authenticate(
    this: passport.StrategyCreated<this>,
    request: Request,
    { callers }: AuthenticateOptions,
  ): void {
    const pair = basicPair(request.headers.authorization);
    if (pair) this.verify(callers, pair, addressOf(request), finish(this));
    else this.fail(401);
  }
}

/** HTTP Basic, for older clients; off unless switched on. */
@Injectable()
export class BasicStrategy extends PassportStrategy(ExactStrategy, 'basic') {
  validate(callers: CallerCache, pair: NameAndPassword, address: string): Promise<Caller | undefined> {
    return callers.ofPassword(pair, address);
  }
}
