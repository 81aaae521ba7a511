import { Injectable, type ExecutionContext } from '@nestjs/common';
import { HttpAdapterHost, Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { Request, Response } from 'express';
import { DatabaseHealth } from '../database/database-health.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { Connections } from '../http/connections.js';
import { RackfeedExpressAdapter } from '../http/rackfeed-express.adapter.js';
import {
  ROUTE_ACCESS,
  declaresStateChange,
  type Caller,
  type CallerRequest,
  type RouteAccess,
} from '../common/access.js';
import { readBody } from '../common/body.js';
import { ApiError } from '../common/errors.js';
import { assertAccess } from './access-check.js';
import { CallerCache } from './callers/caller-cache.js';
import { changesState, isCrossSite, isCrossSiteGet } from './cross-site.js';
import { SessionService } from './sessions/session.service.js';
import type { AuthenticateOptions } from './strategies/authenticate-options.js';
import { bearerToken, firstCredential } from './strategies/authorization.js';

/**
 * The strategies in the order in which they are tried; the first valid credential counts. A token is sent on purpose,
 * whereas a browser sends a cookie or a Basic pair on its own.
 */
const STRATEGIES = ['bearer', 'session-cookie', 'basic'];

/**
 * Runs before every route: identifies the caller, refuses requests from pages of other sites and checks the access
 * rule. The body is read only afterwards.
 */
@Injectable()
export class AccessGuard extends AuthGuard(STRATEGIES) {
  readonly #rules = new Map<object, RouteAccess>();
  readonly #connections: Connections | undefined;
  readonly #authenticateOptions: AuthenticateOptions & { readonly session: false };

  constructor(
    private readonly reflector: Reflector,
    private readonly driver: PduDriver,
    private readonly callers: CallerCache,
    private readonly sessions: SessionService,
    private readonly database: DatabaseHealth,
    { httpAdapter }: HttpAdapterHost,
  ) {
    super();
    this.#connections = httpAdapter instanceof RackfeedExpressAdapter ? httpAdapter.connections : undefined;
    this.#authenticateOptions = { session: false, callers };
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true; // the stream asks for a credential in its first message
    const rule = this.#ruleOf(context);
    if (!rule) throw new ApiError('ROUTE_WITHOUT_ACCESS_RULE');
    const http = context.switchToHttp();
    const request = http.getRequest<CallerRequest>();
    if (rule.kind === 'public') {
      if (!bearerToken(request.headers.authorization)) refuseCrossSite(request);
      await readBody(request, http.getResponse<Response>());
      return true;
    }
    const caller = await this.#callerOf(request, context);
    this.#connections?.authenticated(request);
    if (caller.credential.kind === 'session') this.sessions.extend(caller.credential.id);
    if (caller.credential.kind !== 'token') refuseCrossSite(request, declaresStateChange(context.getHandler()));
    assertAccess(rule, caller, request.params, this.driver.model);
    await readBody(request, http.getResponse<Response>());
    return true;
  }

  /** The access rule of the route; looked up once, because it never changes. */
  #ruleOf(context: ExecutionContext): RouteAccess | undefined {
    const handler = context.getHandler();
    const known = this.#rules.get(handler);
    if (known) return known;
    const rule = this.reflector.getAllAndOverride<RouteAccess | undefined>(ROUTE_ACCESS, [handler, context.getClass()]);
    if (rule) this.#rules.set(handler, rule);
    return rule;
  }

  /**
   * Identifies the caller. Passport's strategies cost more than all else of a request with a cached response, so they run
   * only for a credential that is not in the cache. Throws NOT_SIGNED_IN, DATABASE_LOST.
   */
  async #callerOf(request: CallerRequest, context: ExecutionContext): Promise<Caller> {
    const offered = firstCredential(request.headers);
    const known = offered && this.callers.find(offered);
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

/** Refuses cross-site requests: credentials that a browser sends on its own must not let another site act. */
function refuseCrossSite({ method, headers }: Request, evenGet = false): void {
  const crossSite = changesState(method) ? isCrossSite(headers) : evenGet && isCrossSiteGet(headers);
  if (crossSite) throw new ApiError('FOREIGN_ORIGIN');
}
