import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import type passport from 'passport';
import { BasicStrategy as PackageStrategy } from 'passport-http';
import { addressOf, type Caller } from '../../common/access.js';
import { basicPair, type NameAndPassword } from './authorization.js';
import type { AuthenticateOptions, CredentialsService } from './credentials.service.js';
import type { VerifyCallback } from './credentials.service.js';

interface Attempt extends NameAndPassword {
  readonly address: string;
  readonly credentials: CredentialsService;
}

type Verify = (attempt: Attempt, done: VerifyCallback) => void;

/** Follows RFC 7617; the package cuts a password at its first colon and accepts any scheme with "basic" in it. */
class ExactStrategy extends PackageStrategy {
  constructor(readonly verify: Verify) {
    super(() => undefined);
  }

  override authenticate(
    this: passport.StrategyCreated<this>,
    request: Request,
    { credentials }: AuthenticateOptions,
  ): void {
    const pair = basicPair(request.headers.authorization);
    if (!pair) {
      this.fail(401);
      return;
    }
    this.verify({ ...pair, address: addressOf(request), credentials }, (error, caller) => {
      if (error) this.error(error);
      else if (caller) this.success(caller);
      else this.fail(401);
    });
  }
}

/** HTTP Basic, for older clients; off unless switched on. */
@Injectable()
export class BasicStrategy extends PassportStrategy(ExactStrategy, 'basic') {
  validate({ credentials, address, ...pair }: Attempt): Promise<Caller | undefined> {
    return credentials.passwords.of(pair, address);
  }
}
