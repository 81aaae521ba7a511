import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Request } from 'express';
import { declaresStateChange, refuseEnded, ROUTE_ACCESS, type Caller, type RouteAccess } from '../common/access.js';
import { ApiError } from '../common/errors.js';
import { readsItself, type ReadsItself } from '../common/own-body.js';
import { Subjects } from '../kernel/subjects.js';
import type { Connections } from '../http/connections.js';
import { RackfeedExpressAdapter } from '../http/rackfeed-express.adapter.js';
import type { TimedRequest } from '../http/timed-messages.js';
import { assertAccess } from './access-check.js';
import { CallerCache } from './callers/caller-cache.js';
import { changesState, isCrossSite, isCrossSiteGet } from './cross-site.js';
import { SessionService } from './sessions/session.service.js';
import { firstCredential } from './strategies/authorization.js';

/** The rules that the decorators of a route declare. */
export interface RouteRules {
  readonly access: RouteAccess;
  /** True for a GET that changes something. */
  readonly changesState: boolean;
  readonly readsItself: ReadsItself;
}

/** The rules of a handler; undefined without an access decorator, on it and on its controller. */
export function routeRulesOf(handler: object, controller: object): RouteRules | undefined {
  const access = (Reflect.getMetadata(ROUTE_ACCESS, handler) ?? Reflect.getMetadata(ROUTE_ACCESS, controller)) as
    RouteAccess | undefined;
  return access && { access, changesState: declaresStateChange(handler), readsItself: readsItself(handler) };
}

/**
 * Decides whether an identified caller may send a request: for the access guard, and for cached reads, which are answered
 * before Express.
 */
@Injectable()
export class Admission {
  readonly #connections: Connections | undefined;

  constructor(
    private readonly subjects: Subjects,
    private readonly callers: CallerCache,
    private readonly sessions: SessionService,
    { httpAdapter }: HttpAdapterHost,
  ) {
    this.#connections = httpAdapter instanceof RackfeedExpressAdapter ? httpAdapter.connections : undefined;
  }

  /**
   * The caller of the credential that is checked first, if that was accepted less than a minute ago. A request that comes
   * again has the caller who was found for it before.
   */
  knownCaller({ headers, user }: Pick<TimedRequest, 'headers' | 'user'>): Caller | undefined {
    if (user) return this.callers.findAgain(user);
    const offered = firstCredential(headers);
    return offered && this.callers.find(offered);
  }

  /**
   * Notes that the caller of this connection is known, extends the session, refuses requests from pages of other sites
   * and checks the access rule. Throws FOREIGN_ORIGIN and the refusals of {@link assertAccess}.
   */
  admit(request: IncomingMessage, caller: Caller, rules: RouteRules, params: Request['params']): void {
    this.#connections?.authenticated(request);
    if (caller.credential.kind === 'session') this.sessions.extend(caller.credential.id);
    if (caller.credential.kind !== 'token') refuseCrossSite(request, rules.changesState);
    assertAccess(rules.access, caller, params, this.subjects);
  }

  /** Refuses a request whose caller has ended, or lost the right to it, since it was admitted. */
  assertStillAdmitted(caller: Caller, rules: RouteRules, params: Request['params']): void {
    refuseEnded(caller);
    assertAccess(rules.access, caller, params, this.subjects);
  }
}

/** Refuses cross-site requests: credentials that a browser sends on its own must not let another site act. */
export function refuseCrossSite({ method, headers }: IncomingMessage, evenGet = false): void {
  const crossSite = changesState(method) ? isCrossSite(headers) : evenGet && isCrossSiteGet(headers);
  if (crossSite) throw new ApiError('FOREIGN_ORIGIN');
}
