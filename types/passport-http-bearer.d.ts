/** The part of passport-http-bearer that is used here: the types of others for it bring those of another framework. */
declare module 'passport-http-bearer' {
  import type { Request } from 'express';
  import { Strategy as AnyStrategy } from 'passport';

  export type VerifyFunctionWithRequest = (
    request: Request,
    token: string,
    done: (error: unknown, user?: unknown) => void,
  ) => void;

  export class Strategy<Verify extends VerifyFunctionWithRequest> extends AnyStrategy {
    constructor(options: { passReqToCallback: true }, verify: Verify);
  }
}
