import { Injectable } from '@nestjs/common';
import { BasicCallers } from '../basic-callers.service.js';
import { SessionService } from '../session.service.js';
import { TokenCallers } from '../token-callers.service.js';
import { Recognised } from './recognised.js';

/** Whom the guard and its strategies ask who it is that holds a credential. */
@Injectable()
export class Credentials {
  readonly recognised: Recognised;

  constructor(
    readonly sessions: SessionService,
    readonly tokens: TokenCallers,
    readonly passwords: BasicCallers,
  ) {
    this.recognised = new Recognised(sessions, tokens);
  }
}

/**
 * Given to Passport with each request. Passport keeps one set of strategies for the whole process; two controllers in
 * it (one PDU that switches another, in a test) would otherwise answer for each other.
 */
export interface AuthenticateOptions {
  readonly credentials: Credentials;
}
