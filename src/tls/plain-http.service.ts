import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { RuntimeConfig } from '../config/runtime-config.js';
import { refuse } from '../http/refusals.js';
import { RackfeedExpressAdapter } from '../http/rackfeed-express.adapter.js';
import { isSecure } from '../common/access.js';
import { SettingsStore } from '../settings/settings.store.js';
import { AllowedHostsService } from './allowed-hosts.service.js';
import { carriesCredential, isHealthProbe, secureLocation } from './plain-request.js';

/**
 * Restricts plain HTTP while it redirects to HTTPS: it serves only the redirect and the health of the controller. With
 * real hardware a request with a credential is refused instead, because a redirect would hide that the credential was
 * sent without encryption. While HTTPS does not listen, plain HTTP is not restricted.
 */
@Injectable()
export class PlainHttpService implements OnModuleInit {
  #httpsPort: number | undefined;
  #redirectPort: number | undefined;

  constructor(
    private readonly http: HttpAdapterHost,
    private readonly settings: SettingsStore,
    private readonly hosts: AllowedHostsService,
    private readonly config: RuntimeConfig,
  ) {}

  onModuleInit(): void {
    this.settings.onChange((keys) => {
      if (keys.has('webRedirectHttp')) this.#updateGate();
    });
    const server = this.http.httpAdapter.getHttpServer() as Server | undefined;
    server?.prependListener('upgrade', (request, socket) => this.#upgrade(request, socket));
  }

  /** Sets the port on which HTTPS listens, if it does. */
  setHttpsPort(port: number | undefined): void {
    this.#httpsPort = port;
    this.#updateGate();
  }

  #updateGate(): void {
    this.#redirectPort = this.settings.get('webRedirectHttp') ? this.#httpsPort : undefined;
    const adapter = this.http.httpAdapter;
    if (!(adapter instanceof RackfeedExpressAdapter)) return;
    const port = this.#redirectPort;
    adapter.plainHttpGate = port === undefined ? undefined : (request, response) => this.#gate(port, request, response);
  }

  #gate(port: number, request: IncomingMessage, response: ServerResponse): boolean {
    if (isHealthProbe(request)) return false;
    const isRefused = this.config.driver !== 'simulator' && carriesCredential(request);
    const location = this.#redirectLocation(port, request);
    response.setHeader('Cache-Control', 'no-store');
    if (isRefused || location === undefined) {
      refuse(response, location === undefined ? 'PATH_UNKNOWN' : 'HTTPS_REQUIRED');
      return true;
    }
    response.writeHead(308, { Location: location, 'Content-Length': 0 }).end();
    return true;
  }

  /** Redirects and closes plain upgrades, as a stream begins with a credential. Receives upgrades of both servers. */
  #upgrade(request: IncomingMessage, socket: Duplex): void {
    if (this.#redirectPort === undefined || 'encrypted' in socket || isSecure(request)) return;
    const location = this.#redirectLocation(this.#redirectPort, request) ?? '';
    socket.end(`HTTP/1.1 308 Permanent Redirect\r\nLocation: ${location}\r\nConnection: close\r\n\r\n`);
    socket.destroy();
  }

  /** The URL with the requested host name if it is one of the controller's, else with the local address. */
  #redirectLocation(port: number, request: IncomingMessage): string | undefined {
    const here = addressIn(request.socket.localAddress);
    return secureLocation(request, port, (hostname) => (this.hosts.has(hostname) ? hostname : here));
  }
}

/** An address as in a URL. */
function addressIn(address = '127.0.0.1'): string {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '');
  return plain.includes(':') ? `[${plain}]` : plain;
}
