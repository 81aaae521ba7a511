import type passport from 'passport';
import type { Caller } from '../../common/access.js';
import type { CallerCache } from '../callers/caller-cache.js';

/**
 * The options passed to Passport with each request. Passport has one set of strategies for the whole process; two
 * controllers in it (one PDU that switches another, in a test) would otherwise answer for each other.
 */
export interface AuthenticateOptions {
  readonly callers: CallerCache;
}

/** The result of a strategy's check: an error, the caller, or neither for an invalid credential. */
export type VerifyCallback = (error: unknown, caller?: Caller) => void;

/** Ends a strategy's check with its result. */
export const finish =
  (strategy: passport.StrategyCreated<passport.Strategy>): VerifyCallback =>
  (error, caller) => {
    if (error) strategy.error(error);
    else if (caller) strategy.success(caller);
    else strategy.fail(401);
  };
