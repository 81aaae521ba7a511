import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import type { Socket } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import type { SecureContextOptions, TlsOptions } from 'node:tls';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express, type Response } from 'express';
import { isSecure } from '../kernel/access.js';
import { SystemClock, type Clock } from '../kernel/clock.js';
import { AnswerInPieces } from '../kernel/json-in-slices.js';
import { PreparedAnswer } from '../kernel/prepared.js';
import { messagesOf, type AnswerReader } from './answered-message.js';
import { stripBasePath } from './base-path.js';
import { Connections } from './connections.js';
import { HttpTraffic } from './http-traffic.js';
import { answerParserRefusals } from './parser-refusals.js';
import { securityHeaders } from './security-headers.js';
import { RequestTurns } from './request-turns.js';
import { SERVER_LIMITS } from './server-limits.js';
import { TrustedProxies } from './trusted-proxies.js';

/** Looks at a request before the application does; true: it has answered. */
export type Gate = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Express as this product needs it: prepared answers sent as they are, requests made once, connections bounded. */
export class RackfeedExpressAdapter extends ExpressAdapter {
  /** What was asked and answered since the start. */
  readonly traffic = new HttpTraffic();
  readonly connections: Connections;
  /** Set while plain HTTP is not open to everything. */
  plainGate: Gate | undefined;
  /** Set while not every host name is served, over HTTPS neither. */
  hostGate: Gate | undefined;
  /** Over TLS, tells browsers to come over TLS only: a device whose certificate they do not trust is lost to them. */
  strictTransport: string | undefined;
  /** Told of each answer, when somebody wants to know. */
  onAnswer: AnswerReader | undefined;
  #options: ServerOptions = SERVER_LIMITS;
  readonly #proxies: TrustedProxies;
  readonly #turns: RequestTurns;
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
    this.#turns = new RequestTurns(clock);
  }

  /**
   * Express sets the prototypes of each request and response; on Node 20 that costs more than all the rest of a
   * request. Objects that are made with those prototypes turn it into a no-op.
   */
  override initHttpServer(): void {
    const app = this.getInstance<Express>();
    const { AnsweredRequest, AnsweredResponse } = messagesOf(this.clock, (request, response, duration) => {
      // A client that keeps the connection would keep the controller from stopping, for as long as it may be idle.
      if (this.#isClosing) response.shouldKeepAlive = false;
      this.traffic.note(request.route, response.statusCode, duration);
      this.onAnswer?.(request, response, duration);
    });
    app.request = prototypeBetween(AnsweredRequest, app.request);
    app.response = prototypeBetween(AnsweredResponse, app.response);
    this.#options = { ...SERVER_LIMITS, IncomingMessage: AnsweredRequest, ServerResponse: AnsweredResponse };
    const server: Server = createServer(this.#options, (request, response) => {
      this.#place(request);
      this.connections.begins(request);
      if (this.hostGate?.(request, response)) return;
      if (!isSecure(request) && this.plainGate?.(request, response)) return;
      this.#enter(request, () => void app(request, response));
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
      this.#place(request);
      this.connections.begins(request);
      if (this.hostGate?.(request, response)) return;
      if (this.strictTransport !== undefined) response.setHeader('Strict-Transport-Security', this.strictTransport);
      this.#enter(request, () => void app(request, response));
    });
    server.maxHeadersCount = MAX_HEADERS;
    answerParserRefusals(server);
    server.on('connection', (socket: Socket) => this.connections.accept(socket));
    server.on('secureConnection', (socket) => this.connections.secured(socket));
    // One gateway serves the streams of both servers.
    server.on('upgrade', (...upgrade) => (this.httpServer as Server).emit('upgrade', ...upgrade));
    return server;
  }

  /** Whether this address is that of a trusted reverse proxy, behind which many senders stand. */
  isProxy(address: string): boolean {
    return this.#proxies.has(address);
  }

  /** To be called once all that looks at upgrades listens: sender and path must be known before they look. */
  placeUpgradesFirst(): void {
    (this.httpServer as Server).prependListener('upgrade', (request) => this.#place(request));
  }

  /** What waited for its turn is not carried out for a sender who has hung up meanwhile. */
  #enter(request: IncomingMessage, begin: () => void): void {
    this.#turns.enter(
      () => this.connections.ownerOf(request),
      () => {
        if (!request.socket.destroyed) begin();
      },
    );
  }

  /** Notes where a request comes from, and takes the base path off. */
  #place(request: IncomingMessage): void {
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
    if (body instanceof PreparedAnswer) sendPrepared(response, body);
    else if (body instanceof AnswerInPieces) sendPieces(response, body, statusCode);
    else super.reply(response, body, statusCode);
  }
}

const MAX_HEADERS = 100;

/** Puts Express's prototype, which itself stands on Node's, under the class's own; answers the class's. */
function prototypeBetween<T extends object>(made: { prototype: object }, express: T): T {
  return Object.setPrototypeOf(made.prototype, express) as T;
}

function sendPrepared(response: Response, answer: PreparedAnswer): void {
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

function sendPieces(response: Response, answer: AnswerInPieces, statusCode = 200): void {
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
