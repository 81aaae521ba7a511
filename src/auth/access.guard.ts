import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Response } from 'express';
import { DatabaseHealth } from '../database/database-health.js';
import type { Caller, CallerRequest } from '../common/access.js';
import { readBody } from '../common/body.js';
import { ApiError } from '../common/errors.js';
import { Admission, refuseCrossSite, routeRulesOf, type RouteRules } from './admission.js';
import { CallerCache } from './callers/caller-cache.js';
import type { AuthenticateOptions } from './strategies/authenticate-options.js';
import { bearerToken } from './strategies/authorization.js';

/**
 * The strategies in the order in which they are tried; the first valid credential counts. A token is sent on purpose,
 * whereas a browser sends a cookie or a Basic pair on its own.
 */
const STRATEGIES = ['bearer', 'session-cookie', 'basic'];

/**
 * Runs before every route: identifies the caller, refuses requests from pages of other sites and checks the access
 * rule. The body is read only afterwards, and the caller is checked again then.
 */
@Injectable()
export class AccessGuard extends AuthGuard(STRATEGIES) {
  readonly #rules = new Map<object, RouteRules>();
  readonly #authenticateOptions: AuthenticateOptions & { readonly session: false };

  constructor(
    private readonly admission: Admission,
    private readonly database: DatabaseHealth,
    callers: CallerCache,
  ) {
    super();
    this.#authenticateOptions = { session: false, callers };
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true; // the stream asks for a credential in its first message
    const rules = this.#rulesOf(context);
    if (!rules) throw new ApiError('ROUTE_WITHOUT_ACCESS_RULE');
    const http = context.switchToHttp();
    const request = http.getRequest<CallerRequest>();
    if (rules.access.kind === 'public') {
      if (!bearerToken(request.headers.authorization)) refuseCrossSite(request);
      await this.#readBody(rules, request, http.getResponse());
      return true;
    }
    const caller = await this.#callerOf(request, context);
    this.admission.admit(request, caller, rules, request.params);
    if (await this.#readBody(rules, request, http.getResponse())) {
      this.admission.assertStillAdmitted(caller, rules, request.params);
    }
    return true;
  }

  /** True if there was one to read, which may take minutes. */
  async #readBody(rules: RouteRules, request: CallerRequest, response: Response): Promise<boolean> {
    const body = rules.readsItself(request) ? undefined : readBody(request, response);
    await body;
    return body !== undefined;
  }

  /** The rules of the route; looked up once, because they never change. */
  #rulesOf(context: ExecutionContext): RouteRules | undefined {
    const handler = context.getHandler();
    const known = this.#rules.get(handler);
    if (known) return known;
    const rules = routeRulesOf(handler, context.getClass());
    if (rules) this.#rules.set(handler, rules);
    return rules;
  }

  /**
   * Identifies the caller. Passport's strategies cost more than all else of a request with a cached response, so they run
   * only for a credential that is not in the cache. Throws NOT_SIGNED_IN, DATABASE_LOST.
   */
  async #callerOf(request: CallerRequest, context: ExecutionContext): Promise<Caller> {
    const known = this.admission.knownCaller(request);
    if (known) return (request.user = known);
    if (this.database.isSafeMode) throw new ApiError('DATABASE_LOST');
    await super.canActivate(context);
    return request.user;
  }

  override getAuthenticateOptions(): AuthenticateOptions & { readonly session: false } {
    return this.#authenticateOptions;
  }

  /** Refuses a request without a caller, whatever the reason of a strategy. */
  override handleRequest<T = Caller>(error: unknown, caller: T | false | null | undefined): T {
    if (error) throw error as Error;
    if (!caller) throw new ApiError('NOT_SIGNED_IN');
    return caller;
  }
}
