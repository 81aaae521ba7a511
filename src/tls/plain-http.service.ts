import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { RuntimeConfig } from '../config/runtime-config.js';
import { RackfeedExpressAdapter } from '../http/rackfeed-express.adapter.js';
import { isSecure } from '../kernel/access.js';
import { errorBody } from '../kernel/api-error.filter.js';
import { ApiError } from '../kernel/errors.js';
import { SettingsStore } from '../settings/settings.store.js';
import { carriesCredential, isProbe, secureLocation } from './plain-request.js';

/**
 * What plain HTTP still does while it is to lead to HTTPS: nothing but the way there, and the health of the controller.
 * With real hardware a request that brings a credential is refused instead: to follow the way in silence would leave
 * nobody knowing that it travels in the clear. While HTTPS does not listen, plain HTTP is as open as ever.
 */
@Injectable()
export class PlainHttp implements OnModuleInit {
  #port: number | undefined;
  #leadsTo: number | undefined;

  constructor(
    private readonly http: HttpAdapterHost,
    private readonly settings: SettingsStore,
    private readonly config: RuntimeConfig,
  ) {}

  onModuleInit(): void {
    this.settings.onChange((keys) => {
      if (keys.has('webRedirectHttp')) this.#decide();
    });
    const server = this.http.httpAdapter.getHttpServer() as Server | undefined;
    server?.prependListener('upgrade', (request, socket) => this.#upgrade(request, socket));
  }

  /** Says where HTTPS listens now, if it does. */
  httpsIsAt(port: number | undefined): void {
    this.#port = port;
    this.#decide();
  }

  #decide(): void {
    this.#leadsTo = this.settings.get('webRedirectHttp') ? this.#port : undefined;
    const adapter = this.http.httpAdapter;
    if (!(adapter instanceof RackfeedExpressAdapter)) return;
    const port = this.#leadsTo;
    adapter.plainGate = port === undefined ? undefined : (request, response) => this.#gate(port, request, response);
  }

  #gate(port: number, request: IncomingMessage, response: ServerResponse): boolean {
    if (isProbe(request)) return false;
    const isRefused = this.config.driver !== 'simulator' && carriesCredential(request);
    const location = secureLocation(request, port);
    response.setHeader('Cache-Control', 'no-store');
    if (isRefused || location === undefined) {
      const { status, body } = location === undefined ? BAD_HOST : REFUSED;
      response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', Connection: 'close' }).end(body);
      return true;
    }
    response.writeHead(308, { Location: location, 'Content-Length': 0 }).end();
    return true;
  }

  /** A stream begins with a credential. An upgrade of the other server comes by here too. */
  #upgrade(request: IncomingMessage, socket: Duplex): void {
    if (this.#leadsTo === undefined || 'encrypted' in socket || isSecure(request)) return;
    const location = secureLocation(request, this.#leadsTo) ?? '';
    socket.end(`HTTP/1.1 308 Permanent Redirect\r\nLocation: ${location}\r\nConnection: close\r\n\r\n`);
    socket.destroy();
  }
}

const answerOf = (error: ApiError) => ({ status: error.status, body: JSON.stringify(errorBody(error)) });
const REFUSED = answerOf(new ApiError('HTTPS_REQUIRED'));
const BAD_HOST = answerOf(new ApiError('PATH_UNKNOWN'));
