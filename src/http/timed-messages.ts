import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock, Millis } from '../common/clock.js';
import type { ExpressRoute } from './http-traffic.js';

/** A request that knows when it came, and its route once Express has found one. */
export interface TimedRequest extends IncomingMessage {
  readonly receivedAt: Millis;
  readonly route?: ExpressRoute;
}

export type ResponseListener = (request: TimedRequest, response: ServerResponse, duration: Millis) => void;

/**
 * The classes a server makes its requests and responses of, so that each answer is told of when it is complete. A
 * method of the class: a listener for each response would cost several times as much.
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
