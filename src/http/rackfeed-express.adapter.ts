import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express, type Response } from 'express';
import type { ServerOptions } from 'node:http';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import type { Socket } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import type { SecureContextOptions, TlsOptions } from 'node:tls';
import { isSecure } from '../common/access.js';
import { CachedResponse } from '../common/cached-response.js';
import { SystemClock, type Clock } from '../common/clock.js';
import { ChunkedResponse } from '../common/json-in-slices.js';
import { stripBasePath } from './base-path.js';
import { Connections } from './connections.js';
import { HttpTraffic } from './http-traffic.js';
import { answerParserRefusals } from './refusals.js';
import { RequestScheduler } from './request-scheduler.js';
import { securityHeaders } from './security-headers.js';
import { timedMessageClasses, type ResponseListener } from './timed-messages.js';
import { TrustedProxies } from './trusted-proxies.js';

/** What one client may take of the HTTP server. Milliseconds and bytes. */
export const SERVER_LIMITS: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 300_000, // a firmware upload over a slow line
  keepAliveTimeout: 5_000,
  maxHeaderSize: 16 * 1024,
  connectionsCheckingInterval: 5_000,
};

/** Looks at a request before the application does; true: it has answered. */
export type RequestGate = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Express as this product needs it: prepared answers sent as they are, requests made once, connections bounded. */
export class RackfeedExpressAdapter extends ExpressAdapter {
  /** What was asked and answered since the start. */
  readonly traffic = new HttpTraffic();
  readonly connections: Connections;
  /** Set while plain HTTP is not open to everything. */
  plainHttpGate: RequestGate | undefined;
  /** Set while not every host name is served, over HTTPS neither. */
  hostGate: RequestGate | undefined;
  /** Over TLS, tells browsers to come over TLS only: a device whose certificate they do not trust is lost to them. */
  strictTransport: string | undefined;
  /** Told of each answer, when somebody wants to know. */
  onResponse: ResponseListener | undefined;
  #options: ServerOptions = SERVER_LIMITS;
  readonly #proxies: TrustedProxies;
  readonly #scheduler: RequestScheduler;
  #isClosing = false;

  /**
   * @param proxies addresses and networks of the reverse proxies that are believed
   * @param basePath path below which requests are served as they are without it
   */
  constructor(
    private readonly clock: Clock = new SystemClock(),
    proxies: readonly string[] = [],
    private readonly basePath = '',
  ) {
    const app = express();
    app.disable('x-powered-by');
    app.disable('etag'); // hashes every body; prepared answers bring their own
    app.set('query parser', 'simple');
    app.use(securityHeaders);
    super(app);
    this.#proxies = new TrustedProxies(proxies);
    this.connections = new Connections(clock);
    this.#scheduler = new RequestScheduler(clock);
  }

  /**
   * Express sets the prototypes of each request and response; on Node 20 that costs more than all the rest of a
   * request. Objects that are made with those prototypes turn it into a no-op.
   */
  override initHttpServer(): void {
    const app = this.getInstance<Express>();
    const { MeasuredRequest, MeasuredResponse } = timedMessageClasses(this.clock, (request, response, duration) => {
      // A client that keeps the connection would keep the controller from stopping, for as long as it may be idle.
      if (this.#isClosing) response.shouldKeepAlive = false;
      this.traffic.record(request.route, response.statusCode, duration);
      this.onResponse?.(request, response, duration);
    });
    app.request = insertPrototype(MeasuredRequest, app.request);
    app.response = insertPrototype(MeasuredResponse, app.response);
    this.#options = { ...SERVER_LIMITS, IncomingMessage: MeasuredRequest, ServerResponse: MeasuredResponse };
    const server: Server = createServer(this.#options, (request, response) => {
      this.#applyProxyAndBasePath(request);
      this.connections.requestStarted(request);
      if (this.hostGate?.(request, response)) return;
      if (!isSecure(request) && this.plainHttpGate?.(request, response)) return;
      this.#schedule(request, () => void app(request, response));
    });
    server.maxHeadersCount = MAX_HEADERS;
    answerParserRefusals(server);
    server.on('connection', (socket) => this.connections.accept(socket));
    server.on('upgrade', (request) => this.connections.upgraded(request));
    this.httpServer = server;
  }

  /** A server for the same application over TLS, with the same limits; the caller lets it listen, and closes it. */
  secureServer(options: SecureContextOptions & TlsOptions): SecureServer {
    const app = this.getInstance<Express>();
    const server = createSecureServer({ ...this.#options, ...options }, (request, response) => {
      this.#applyProxyAndBasePath(request);
      this.connections.requestStarted(request);
      if (this.hostGate?.(request, response)) return;
      if (this.strictTransport !== undefined) response.setHeader('Strict-Transport-Security', this.strictTransport);
      this.#schedule(request, () => void app(request, response));
    });
    server.maxHeadersCount = MAX_HEADERS;
    answerParserRefusals(server);
    server.on('connection', (socket: Socket) => this.connections.accept(socket));
    server.on('secureConnection', (socket) => this.connections.tlsEstablished(socket));
    // One gateway serves the streams of both servers.
    server.on('upgrade', (...upgrade) => (this.httpServer as Server).emit('upgrade', ...upgrade));
    return server;
  }

  /** Whether this address is that of a trusted reverse proxy, behind which many senders stand. */
  isProxy(address: string): boolean {
    return this.#proxies.has(address);
  }

  /** To be called once all that looks at upgrades listens: sender and path must be known before they look. */
  applyProxyToUpgradesFirst(): void {
    (this.httpServer as Server).prependListener('upgrade', (request) => this.#applyProxyAndBasePath(request));
  }

  /** What waited for its turn is not carried out for a sender who has hung up meanwhile. */
  #schedule(request: IncomingMessage, begin: () => void): void {
    this.#scheduler.schedule(
      () => this.connections.ownerOf(request),
      () => {
        if (!request.socket.destroyed) begin();
      },
    );
  }

  /** Notes where a request comes from, and takes the base path off. */
  #applyProxyAndBasePath(request: IncomingMessage): void {
    this.#proxies.apply(request);
    stripBasePath(request, this.basePath);
  }

  /** From now on the connection of each request ends with its answer, over HTTPS too. */
  override beforeClose(): void {
    this.#isClosing = true;
    super.beforeClose();
  }

  /** Nest's parsers would answer 400 and look at Content-Type, before it is known who sends: the access guard reads bodies. */
  override registerParserMiddleware(): void {
    return;
  }

  override reply(response: Response, body: unknown, statusCode?: number): void {
    if (body instanceof CachedResponse) sendCached(response, body);
    else if (body instanceof ChunkedResponse) sendChunked(response, body, statusCode);
    else super.reply(response, body, statusCode);
  }
}

const MAX_HEADERS = 100;

/** Puts Express's prototype, which itself stands on Node's, under the class's own; answers the class's. */
function insertPrototype<T extends object>(made: { prototype: object }, express: T): T {
  return Object.setPrototypeOf(made.prototype, express) as T;
}

function sendCached(response: Response, answer: CachedResponse): void {
  response.setHeader('ETag', answer.etag);
  if (matches(response.req.headers['if-none-match'], answer.etag)) {
    response.statusCode = 304;
    response.end();
    return;
  }
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', answer.body.length);
  response.end(answer.body);
}

function sendChunked(response: Response, answer: ChunkedResponse, statusCode = 200): void {
  response.statusCode = statusCode;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', answer.length);
  // A reader that goes away ends it; there is nobody to tell.
  pipeline(Readable.from(answer.pieces), response, () => undefined);
}

/** Weak comparison over the list of If-None-Match (RFC 9110, 13.1.2). */
const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header === etag || header.split(',').some((tag) => [etag, `W/${etag}`, '*'].includes(tag.trim())));
