import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock, Millis } from '../kernel/clock.js';
import type { ExpressRoute } from './http-traffic.js';

/** A request that knows when it came, and its route once Express has found one. */
export interface TimedRequest extends IncomingMessage {
  readonly receivedAt: Millis;
  readonly route?: ExpressRoute;
}

export type AnswerReader = (request: TimedRequest, response: ServerResponse, duration: Millis) => void;

/**
 * The classes a server makes its requests and responses of, so that each answer is told of when it is complete. A
 * method of the class: a listener for each response would cost several times as much.
 */
export function messagesOf(clock: Clock, onAnswer: AnswerReader) {
  class AnsweredRequest extends IncomingMessage implements TimedRequest {
    readonly receivedAt: Millis;

    constructor(socket: Socket) {
      super(socket);
      this.receivedAt = clock.uptime();
    }
  }

  class AnsweredResponse<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {
    override end(chunk?: unknown, encoding?: BufferEncoding | (() => void), callback?: () => void): this {
      if (!this.writableEnded && this.req instanceof AnsweredRequest) {
        onAnswer(this.req, this, clock.uptime() - this.req.receivedAt);
      }
      return super.end(chunk, encoding as BufferEncoding, callback);
    }
  }

  return { AnsweredRequest, AnsweredResponse };
}
