import { Injectable, RequestMethod, type CanActivate, type OnApplicationBootstrap, type Type } from '@nestjs/common';
import * as metadata from '@nestjs/common/constants.js';
import { HttpAdapterHost, MetadataScanner, ModuleRef, ModulesContainer } from '@nestjs/core';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import type { ServerResponse } from 'node:http';
import { isCachedRead, type CachedReadHandler, type CachedResponse } from '../common/cached-response.js';
import type { ExpressRoute } from '../http/http-traffic.js';
import { RackfeedExpressAdapter } from '../http/rackfeed-express.adapter.js';
import type { TimedRequest } from '../http/timed-messages.js';
import { Admission, routeRulesOf, type RouteRules } from './admission.js';

/** A route that answers a cached response, with everything that its decorators declare. */
interface CachedRead {
  /** As metrics count it. */
  readonly route: ExpressRoute;
  readonly rules: RouteRules;
  readonly guards: readonly CanActivate[];
  readonly controller: Type;
  readonly handler: CachedReadHandler;
  readonly answer: CachedReadHandler;
}

/** Decorators whose effect only Express has. */
const NOT_FOR_CACHED_READS = [
  metadata.INTERCEPTORS_METADATA,
  metadata.PIPES_METADATA,
  metadata.EXCEPTION_FILTERS_METADATA,
  metadata.HEADERS_METADATA,
  metadata.HTTP_CODE_METADATA,
];

/**
 * Answers GETs of cached responses before Express, which would cost several times as much: those with the exact path and
 * nothing else, of callers who are in the caller cache. Everything else, each refusal and each error is left to Express.
 * The rules and guards are those of the route's decorators, and {@link Admission} decides in both ways.
 */
@Injectable()
export class CachedReads implements OnApplicationBootstrap {
  /** The number of requests answered before Express. */
  answered = 0;
  readonly #reads = new Map<string, CachedRead>();

  constructor(
    private readonly modules: ModulesContainer,
    private readonly moduleRef: ModuleRef,
    private readonly admission: Admission,
    private readonly http: HttpAdapterHost,
  ) {}

  /** Finds the routes with the decorator `CachedRead`. Throws an error for one that needs Express. */
  onApplicationBootstrap(): void {
    const adapter = this.http.httpAdapter;
    if (!(adapter instanceof RackfeedExpressAdapter)) return;
    const controllers = [...this.modules.values()].flatMap((module) => [...module.controllers.values()]);
    for (const { metatype, instance } of controllers) {
      const controller = metatype as Type;
      const prototype = controller.prototype as Readonly<Record<string, CachedReadHandler>>;
      for (const name of new MetadataScanner().getAllMethodNames(prototype)) {
        const handler = prototype[name];
        if (!handler || !isCachedRead(handler)) continue;
        const answer: CachedReadHandler = (access) => handler.call(instance, access);
        for (const path of pathsOf(controller, handler)) this.#add(path, controller, handler, answer, adapter);
      }
    }
    adapter.answerEarly = (request, response) => this.#answerTo(request, response);
  }

  #add(
    path: string,
    controller: Type,
    handler: CachedReadHandler,
    answer: CachedReadHandler,
    adapter: RackfeedExpressAdapter,
  ): void {
    const rules = routeRulesOf(handler, controller);
    const route = adapter.routeOf(path);
    const isGet = Reflect.getMetadata(metadata.METHOD_METADATA, handler) === RequestMethod.GET;
    const needsExpress = NOT_FOR_CACHED_READS.some(
      (key) => Reflect.hasMetadata(key, handler) || Reflect.hasMetadata(key, controller),
    );
    if (!rules || rules.access.kind === 'public' || !route || !isGet || needsExpress || /[:*?]/.test(path)) {
      throw new Error(`GET ${path} cannot be answered before Express`);
    }
    const guards = [controller, handler].flatMap(
      (target) => (Reflect.getMetadata(metadata.GUARDS_METADATA, target) ?? []) as Type<CanActivate>[],
    );
    this.#reads.set(path, {
      route,
      rules,
      guards: guards.map((guard) => this.moduleRef.get(guard, { strict: false })),
      controller,
      handler,
      answer,
    });
  }

  /** The response to a request that can be answered before Express, after all checks; undefined for any other. */
  #answerTo(request: TimedRequest, response: ServerResponse): CachedResponse | undefined {
    const read = request.url === undefined ? undefined : this.#reads.get(request.url);
    if (!read || request.method !== 'GET' || isUnusual(request)) return undefined;
    const caller = this.admission.knownCaller(request);
    if (!caller) return undefined;
    try {
      this.admission.admit(request, caller, read.rules, {});
      for (const guard of read.guards) {
        const context = new ExecutionContextHost([request, response], read.controller, read.handler);
        if (guard.canActivate(context) !== true) return undefined;
      }
      const answer = read.answer(caller.access);
      request.user = caller;
      request.route = read.route;
      this.answered++;
      return answer;
    } catch {
      return undefined; // Express meets the same error, and answers it
    }
  }
}

/** True with a body, or for a sender that waits before it sends one. */
const isUnusual = ({ headers }: TimedRequest): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined || headers.expect !== undefined;

/** Every path of a handler: each of its own below each of its controller. */
function pathsOf(controller: Type, handler: object): string[] {
  const listOf = (target: object): string[] =>
    [(Reflect.getMetadata(metadata.PATH_METADATA, target) ?? '') as string | string[]].flat();
  return listOf(controller).flatMap((prefix) =>
    listOf(handler).map((path) => '/' + [prefix, path].join('/').split('/').filter(Boolean).join('/')),
  );
}
