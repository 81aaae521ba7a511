import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy, type VerifyFunctionWithRequest } from 'passport-http-bearer';
import type { Caller } from '../../common/access.js';
import { bearerToken } from './authorization.js';
import type { AuthenticateOptions, CredentialsService } from './credentials.service.js';

/** A request without query and body. */
interface HeaderOnly {
  readonly headers: { readonly authorization: string | undefined };
  readonly credentials: CredentialsService;
}

/** The package also takes tokens from the query and the body, which end up in logs and histories: it gets neither to see. */
class HeaderStrategy extends Strategy<VerifyFunctionWithRequest> {
  constructor(verify: VerifyFunctionWithRequest) {
    super({ passReqToCallback: true }, verify);
  }

  override authenticate(request: Request, { credentials }: AuthenticateOptions): void {
    const token = bearerToken(request.headers.authorization);
    const headerOnly: HeaderOnly = { headers: { authorization: token && `Bearer ${token}` }, credentials };
    super.authenticate(headerOnly as object as Request);
  }
}

/** The personal access token, in the Authorization header and nowhere else. */
@Injectable()
export class BearerStrategy extends PassportStrategy(HeaderStrategy, 'bearer') {
  validate({ credentials }: HeaderOnly, token: string): Caller | undefined {
    return credentials.tokens.of(token);
  }
}
