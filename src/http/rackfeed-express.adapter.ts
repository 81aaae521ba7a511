import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express, type Response } from 'express';
import type { ServerOptions } from 'node:http';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import type { Socket } from 'node:net';
import type { SecureContextOptions, TlsOptions } from 'node:tls';
import { isSecure } from '../common/access.js';
import { CachedResponse } from '../common/cached-response.js';
import { SystemClock, type Clock, type Millis } from '../common/clock.js';
import { ChunkedResponse } from '../common/json-in-slices.js';
import { stripBasePath } from './base-path.js';
import { ACCEPT_BACKLOG, Connections } from './connections.js';
import { HttpTraffic, type ExpressRoute } from './http-traffic.js';
import { answerParserRefusals, refusesNamelessHost } from './refusals.js';
import { RepeatedReads } from './repeated-reads.js';
import { RequestScheduler } from './request-scheduler.js';
import { securityHeaders } from './security-headers.js';
import { EarlyResponses, sendCached } from './send-cached.js';
import { sendChunked, sendCompressed, sendJson } from './send-compressed.js';
import { timedMessageClasses, type ResponseListener, type TimedRequest, type TimedResponse } from './timed-messages.js';
import { TrustedProxies } from './trusted-proxies.js';
import { isAcceptedUpgrade } from './upgrades.js';

/** The time for which an idle connection stays open. */
const KEEP_ALIVE: Millis = 5_000;

/** The limits of the HTTP server for one client. Milliseconds and bytes. */
export const SERVER_LIMITS: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 300_000, // a firmware upload over a slow line
  keepAliveTimeout: KEEP_ALIVE,
  maxHeaderSize: 16 * 1024,
  connectionsCheckingInterval: 5_000,
  requireHostHeader: false, // refusesNamelessHost refuses it, with the body of an error
};

/** Checks a request before the application; true when it has answered it. */
export type RequestGate = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Checks a request in every respect and returns the response; undefined for one that Express has to answer. */
export type EarlyAnswers = (request: TimedRequest, response: ServerResponse) => CachedResponse | undefined;

/** The Express adapter of this product: sends cached responses unchanged and limits connections and requests. */
export class RackfeedExpressAdapter extends ExpressAdapter {
  /** The requests and responses since the start. */
  readonly traffic = new HttpTraffic();
  readonly connections: Connections;
  /** Set while plain HTTP is restricted. */
  plainHttpGate: RequestGate | undefined;
  /** Set while only some host names are served, over HTTP and HTTPS. */
  hostGate: RequestGate | undefined;
  /** The Strict-Transport-Security of responses over TLS: browsers then refuse a certificate that they do not trust. */
  strictTransport: string | undefined;
  /** Set where some requests can be refused before their body is read. */
  earlyGate: RequestGate | undefined;
  /** Answers a request before Express; undefined for one that Express has to answer. */
  answerEarly: EarlyAnswers | undefined;
  /** Called for each response, if set. */
  onResponse: ResponseListener | undefined;
  #options: ServerOptions = SERVER_LIMITS;
  readonly #proxies: TrustedProxies;
  readonly #scheduler: RequestScheduler;
  readonly #early: EarlyResponses;
  readonly #repeated = new RepeatedReads((request, response) => this.#answerAgain(request, response));
  #isClosing = false;

  /**
   * @param proxies addresses and networks of the trusted reverse proxies
   * @param basePath path below which requests are served as well as at the root
   */
  constructor(
    private readonly clock: Clock = new SystemClock(),
    proxies: readonly string[] = [],
    private readonly basePath = '',
  ) {
    const app = express();
    app.disable('x-powered-by');
    app.disable('etag'); // would hash every body; cached responses have their own
    app.set('query parser', 'simple');
    app.use(securityHeaders);
    super(app);
    this.#proxies = new TrustedProxies(proxies);
    this.connections = new Connections(clock);
    this.#scheduler = new RequestScheduler(clock, this.connections);
    this.#early = new EarlyResponses(clock, KEEP_ALIVE / 1000);
  }

  /**
   * Express sets the prototypes of each request and response; on Node 20 that costs more than all the rest of a
   * request. It costs nothing for objects that are created with those prototypes.
   */
  override initHttpServer(): void {
    const app = this.getInstance<Express>();
    const report: ResponseListener = (request, response, duration) => {
      // An idle keep-alive connection would delay the stop of the controller.
      if (this.#isClosing) response.shouldKeepAlive = false;
      this.traffic.record(request.route, response.statusCode, duration);
      this.onResponse?.(request, response, duration);
    };
    const { MeasuredRequest, MeasuredResponse } = timedMessageClasses(this.clock, report, (request) =>
      isAcceptedUpgrade(request, this.basePath),
    );
    app.request = insertPrototype(MeasuredRequest, app.request);
    app.response = insertPrototype(MeasuredResponse, app.response);
    this.#options = { ...SERVER_LIMITS, IncomingMessage: MeasuredRequest, ServerResponse: MeasuredResponse };
    const server: Server = createServer(this.#options, (request, response) => {
      this.#applyProxyAndBasePath(request);
      this.connections.requestStarted(request);
      if (refusesNamelessHost(request, response)) return;
      if (this.hostGate?.(request, response)) return;
      if (!isSecure(request) && this.plainHttpGate?.(request, response)) return;
      this.#schedule(request, () => this.#begin(request, response));
    });
    server.maxHeadersCount = MAX_HEADERS;
    answerParserRefusals(server);
    server.on('connection', (socket) => this.connections.accept(socket));
    server.on('upgrade', (request) => {
      this.#repeated.release(request.socket);
      this.connections.upgraded(request);
    });
    this.httpServer = server;
  }

  /** Creates a server for the same application over TLS, with the same limits; the caller opens and closes it. */
  secureServer(options: SecureContextOptions & TlsOptions): SecureServer {
    const server = createSecureServer({ ...this.#options, ...options }, (request, response) => {
      this.#applyProxyAndBasePath(request);
      this.connections.requestStarted(request);
      if (refusesNamelessHost(request, response)) return;
      if (this.hostGate?.(request, response)) return;
      if (this.strictTransport !== undefined) response.setHeader('Strict-Transport-Security', this.strictTransport);
      this.#schedule(request, () => this.#begin(request, response));
    });
    server.maxHeadersCount = MAX_HEADERS;
    answerParserRefusals(server);
    server.on('connection', (socket: Socket) => this.connections.accept(socket));
    server.on('secureConnection', (socket) => this.connections.tlsEstablished(socket));
    // One gateway serves the WebSocket streams of both servers.
    server.on('upgrade', (...upgrade) => (this.httpServer as Server).emit('upgrade', ...upgrade));
    return server;
  }

  /** True for the address of a trusted reverse proxy, which forwards many senders. */
  isProxy(address: string): boolean {
    return this.#proxies.has(address);
  }

  /** Call it once all listeners of upgrades are registered: they need the sender and the path. */
  applyProxyToUpgradesFirst(): void {
    (this.httpServer as Server).prependListener('upgrade', (request) => this.#applyProxyAndBasePath(request));
  }

  /** Queues a request, which is dropped if its sender disconnects before it begins. */
  #schedule(request: IncomingMessage, begin: () => void): void {
    this.#scheduler.schedule(
      () => this.connections.ownerOf(request),
      () => {
        if (!request.socket.destroyed) begin();
      },
    );
  }

  /** Refuses a request early or answers a cached read, else hands the request to Express. */
  #begin(request: IncomingMessage, response: ServerResponse): void {
    if (this.earlyGate?.(request, response)) return;
    const answer = this.answerEarly?.(request as TimedRequest, response);
    if (answer === undefined) void this.getInstance<Express>()(request, response);
    else if (this.#isSentByNode) this.#early.sendByNode(request, response, answer);
    else if (this.#early.send(request, response, answer)) {
      this.#repeated.answered(request as TimedRequest, response as TimedResponse);
    }
  }

  /** True while responses get another header when they end, or close their connection. */
  get #isSentByNode(): boolean {
    return this.onResponse !== undefined || this.#isClosing;
  }

  /** Answers a cached read that came in the same bytes before; false where anything has to be checked ahead of it. */
  #answerAgain(request: TimedRequest, response: TimedResponse): boolean {
    const receivedAt = this.clock.uptime();
    const { socket } = request;
    if (this.hostGate || this.plainHttpGate || this.strictTransport !== undefined) return false;
    if (this.#isSentByNode || socket.destroyed || socket.writableLength > 0) return false;
    if (!this.#scheduler.beginsNow()) return false;
    const answer = this.answerEarly?.(request, response);
    const message = answer && this.#early.messageFor(request, answer);
    if (!message) return false;
    const [status, bytes] = message;
    socket.write(bytes);
    this.traffic.record(request.route, status, this.clock.uptime() - receivedAt);
    return true;
  }

  /** The route of Express for this path, which counts its requests. */
  routeOf(path: string, method: 'get' | 'post' = 'get'): ExpressRoute | undefined {
    const routes = this.getInstance<Express>().router.stack.map(({ route }) => route as ExpressRoute | undefined);
    return routes.find((route) => route?.path === path && route.methods[method]);
  }

  /** Sets the sender of a request and strips the base path. */
  #applyProxyAndBasePath(request: IncomingMessage): void {
    this.#proxies.apply(request);
    stripBasePath(request, this.basePath);
  }

  override listen(port: number | string, ...rest: readonly (string | (() => void) | undefined)[]): Server {
    const host = rest.find((each) => typeof each === 'string');
    const callback = rest.find((each) => typeof each === 'function');
    return (this.httpServer as Server).listen({ port: Number(port), host, backlog: ACCEPT_BACKLOG }, callback);
  }

  /** From now on each connection is closed after its response, over HTTPS too. */
  override beforeClose(): void {
    this.#isClosing = true;
    super.beforeClose();
  }

  /** The access guard reads bodies: Nest's parsers would read those of unauthenticated senders and by Content-Type. */
  override registerParserMiddleware(): void {
    return;
  }

  override reply(response: Response, body: unknown, statusCode?: number): void {
    if (body instanceof CachedResponse) sendCached(response.req, response, body);
    else if (body instanceof ChunkedResponse) sendChunked(response, body, statusCode);
    else if (!sendCompressed(response, body, statusCode) && !sendJson(response, body, statusCode)) {
      super.reply(response, body, statusCode);
    }
  }
}

const MAX_HEADERS = 100;

/** Inserts Express's prototype, which extends Node's, below the class's own; returns the class's prototype. */
function insertPrototype<T extends object>(made: { prototype: object }, express: T): T {
  return Object.setPrototypeOf(made.prototype, express) as T;
}
