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
  saysItChangesState,
  type Caller,
  type CallerRequest,
  type RouteAccess,
} from '../kernel/access.js';
import { readBody } from '../kernel/body.js';
import { ApiError } from '../kernel/errors.js';
import { admit } from './admission.js';
import { bearerToken } from './credentials/authorization.js';
import { Credentials, type AuthenticateOptions } from './credentials/credentials.service.js';
import { changesState, isForeign, isForeignGet } from './cross-site.js';

/**
 * In the order in which they are tried; the first good one counts. A token is sent on purpose, a cookie or a Basic pair
 * by the browser's own will.
 */
const STRATEGIES = ['bearer', 'session-cookie', 'basic'];

/** Stands before every route: who is it, does the request come from our own pages, may he do this. Only then is a body read. */
@Injectable()
export class AccessGuard extends AuthGuard(STRATEGIES) {
  readonly #rules = new Map<object, RouteAccess>();
  readonly #connections: Connections | undefined;
  readonly #authenticateOptions: AuthenticateOptions & { readonly session: false };

  constructor(
    private readonly reflector: Reflector,
    private readonly driver: PduDriver,
    private readonly credentials: Credentials,
    private readonly database: DatabaseHealth,
    { httpAdapter }: HttpAdapterHost,
  ) {
    super();
    this.#connections = httpAdapter instanceof RackfeedExpressAdapter ? httpAdapter.connections : undefined;
    this.#authenticateOptions = { session: false, credentials };
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true; // the stream asks for a credential in its first message
    const rule = this.#ruleOf(context);
    if (!rule) throw new ApiError('ROUTE_WITHOUT_ACCESS_RULE');
    const http = context.switchToHttp();
    const request = http.getRequest<CallerRequest>();
    if (rule.kind === 'public') {
      if (!bearerToken(request.headers.authorization)) refuseForeign(request);
      await readBody(request, http.getResponse<Response>());
      return true;
    }
    await this.#recognise(request, context);
    this.#connections?.known(request);
    const { user: caller, params } = request;
    if (caller.credential.kind !== 'token') refuseForeign(request, saysItChangesState(context.getHandler()));
    admit(rule, caller, params, this.driver.model);
    await readBody(request, http.getResponse<Response>());
    return true;
  }

  /** What the route says about who may enter; looked up once, because it never changes. */
  #ruleOf(context: ExecutionContext): RouteAccess | undefined {
    const handler = context.getHandler();
    const known = this.#rules.get(handler);
    if (known) return known;
    const rule = this.reflector.getAllAndOverride<RouteAccess | undefined>(ROUTE_ACCESS, [handler, context.getClass()]);
    if (rule) this.#rules.set(handler, rule);
    return rule;
  }

  /** Says who sends the request: at first sight by Passport's strategies. Throws NOT_SIGNED_IN, DATABASE_LOST. */
  async #recognise(request: CallerRequest, context: ExecutionContext): Promise<void> {
    const { recognised } = this.credentials;
    const known = recognised.find(request.headers);
    if (known) {
      request.user = known;
      return;
    }
    if (this.database.isSafeMode) throw new ApiError('DATABASE_LOST');
    await super.canActivate(context);
    recognised.remember(request.headers, request.user);
  }

  override getAuthenticateOptions(): AuthenticateOptions & { readonly session: false } {
    return this.#authenticateOptions;
  }

  /** Without a caller there is nobody to let in, whatever a strategy made of it. */
  override handleRequest<T = Caller>(error: unknown, caller: T | false | null | undefined): T {
    if (error) throw error as Error;
    if (!caller) throw new ApiError('NOT_SIGNED_IN');
    return caller;
  }
}

/** What a browser sends along by itself must not let another site act. */
function refuseForeign({ method, headers }: Request, evenGet = false): void {
  const foreign = changesState(method) ? isForeign(headers) : evenGet && isForeignGet(headers);
  if (foreign) throw new ApiError('FOREIGN_ORIGIN');
}
