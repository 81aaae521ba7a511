import type { ServerResponse } from 'node:http';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { addressOf } from '../../common/access.js';
import type { ExpressRoute } from '../../http/http-traffic.js';
import { RackfeedExpressAdapter } from '../../http/rackfeed-express.adapter.js';
import { refuseOne } from '../../http/refusals.js';
import type { TimedRequest } from '../../http/timed-messages.js';
import { LockoutService } from '../../users/passwords/lockout.service.js';
import { PasswordHasher } from '../../users/passwords/password-hasher.js';
import { bearerToken } from '../strategies/authorization.js';
import { FailedSignInLog } from './failed-sign-in-log.js';

const PATHS = ['/login', '/api/login'];

/**
 * Refuses sign-ins before Express and before their body is read, while every password from their sender would be
 * refused: a flood of them must not hold the event loop.
 */
@Injectable()
export class CrowdedSignIns implements OnApplicationBootstrap {
  readonly #routes = new Map<string, ExpressRoute | undefined>();
  readonly #refusal = PasswordHasher.refusal();

  constructor(
    private readonly lockout: LockoutService,
    private readonly failures: FailedSignInLog,
    private readonly http: HttpAdapterHost,
  ) {}

  onApplicationBootstrap(): void {
    const adapter = this.http.httpAdapter;
    if (!(adapter instanceof RackfeedExpressAdapter)) return;
    for (const path of PATHS) this.#routes.set(path, adapter.routeOf(path, 'post'));
    adapter.earlyGate = (request, response) => this.#refuses(request as TimedRequest, response);
  }

  #refuses(request: TimedRequest, response: ServerResponse): boolean {
    if (request.method !== 'POST' || !this.#routes.has(request.url ?? '')) return false;
    if (bearerToken(request.headers.authorization) || !this.lockout.refusesAllFrom(addressOf(request))) return false;
    const route = this.#routes.get(request.url ?? '');
    if (route) request.route = route;
    this.failures.countRefused();
    refuseOne(response, this.#refusal);
    return true;
  }
}
