import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Caller } from '../common/access.js';
import type { Clock, Millis } from '../common/clock.js';
import type { ExpressRoute } from './http-traffic.js';

/** A request with its time of arrival, and its route once one is found. */
export interface TimedRequest extends IncomingMessage {
  readonly receivedAt: Millis;
  route?: ExpressRoute;
  /** The caller, once identified. */
  user?: Caller;
}

export type ResponseListener = (request: TimedRequest, response: ServerResponse, duration: Millis) => void;

/**
 * The request and response classes of a server, which report each response when it is complete. They override a method,
 * because a listener for each response would cost several times as much.
 */
export function timedMessageClasses(clock: Clock, onResponse: ResponseListener) {
  class MeasuredRequest extends IncomingMessage implements TimedRequest {
    readonly receivedAt: Millis;

    constructor(socket: Socket) {
      super(socket);
      this.receivedAt = clock.uptime();
    }
  }

  class MeasuredResponse<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {
    override end(chunk?: unknown, encoding?: BufferEncoding | (() => void), callback?: () => void): this {
      if (!this.writableEnded && this.req instanceof MeasuredRequest) {
        onResponse(this.req, this, clock.uptime() - this.req.receivedAt);
      }
      return super.end(chunk, encoding as BufferEncoding, callback);
    }
  }

  return { MeasuredRequest, MeasuredResponse };
}
