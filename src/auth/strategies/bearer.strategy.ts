import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy, type VerifyFunctionWithRequest } from 'passport-http-bearer';
import type { Caller } from '../../common/access.js';
import type { AuthenticateOptions } from './authenticate-options.js';
import { bearerToken } from './authorization.js';

/** A request without query and body. */
interface HeaderOnly extends AuthenticateOptions {
  readonly headers: { readonly authorization: string | undefined };
}

/** Hides query and body from the package, which would also read tokens there; those end up in logs and histories. */
class HeaderStrategy extends Strategy<VerifyFunctionWithRequest> {
  constructor(verify: VerifyFunctionWithRequest) {
    super({ passReqToCallback: true }, verify);
  }

  override authenticate(request: Request, { callers }: AuthenticateOptions): void {
    const token = bearerToken(request.headers.authorization);
    const headerOnly: HeaderOnly = { headers: { authorization: token && `Bearer ${token}` }, callers };
    super.authenticate(headerOnly as object as Request);
  }
}

/** Authenticates by a personal access token, in the Authorization header only. */
@Injectable()
export class BearerStrategy extends PassportStrategy(HeaderStrategy, 'bearer') {
  validate({ callers }: HeaderOnly, token: string): Caller | undefined | Promise<Caller | undefined> {
    return callers.ofTokens([{ kind: 'token', token }]);
  }
}
