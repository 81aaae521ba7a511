import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express, type Response } from 'express';
import { readBody } from '../kernel/body.js';
import { PreparedAnswer } from '../kernel/prepared.js';
import { securityHeaders } from './security-headers.js';
import { SERVER_LIMITS } from './server-limits.js';

/** Express as this product needs it: prepared answers sent as they are, bodies read one way, requests made once. */
export class RackfeedExpressAdapter extends ExpressAdapter {
  constructor() {
    const app = express();
    app.disable('x-powered-by');
    app.disable('etag'); // hashes every body; prepared answers bring their own
    app.set('query parser', 'simple');
    app.use(securityHeaders);
    super(app);
    this.use(readBody);
  }

  /**
   * Express sets the prototypes of each request and response; on Node 20 that costs more than all the rest of a
   * request. Objects that are made with those prototypes turn it into a no-op.
   */
  override initHttpServer(): void {
    const app = this.getInstance<Express>();
    class ExpressRequest extends IncomingMessage {}
    class ExpressResponse extends ServerResponse {}
    app.request = prototypeBetween(ExpressRequest, app.request);
    app.response = prototypeBetween(ExpressResponse, app.response);
    const server: Server = createServer(
      { ...SERVER_LIMITS, IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse },
      app,
    );
    server.maxHeadersCount = 100;
    this.httpServer = server;
  }

  /** Nest's parsers would answer 400 and look at Content-Type; {@link readBody} is in place. */
  override registerParserMiddleware(): void {
    return;
  }

  override reply(response: Response, body: unknown, statusCode?: number): void {
    if (body instanceof PreparedAnswer) sendPrepared(response, body);
    else super.reply(response, body, statusCode);
  }
}

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

/** Weak comparison over the list of If-None-Match (RFC 9110, 13.1.2). */
const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header === etag || header.split(',').some((tag) => [etag, `W/${etag}`, '*'].includes(tag.trim())));
