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

export interface TimedResponse extends ServerResponse {
  /**
   * Sends a response whose headers and body are in these bytes, by one write: Node's own way takes twice as long. False
   * where Node has to do more: for a response that waits for another, on a connection that is closed after it or whose
   * client reads slowly, and if a header was set before.
   */
  endAtOnce(status: number, bytes: Buffer): boolean;
  /** Reports a response that goes on for as long as its client stays, which is no time that anybody waits. */
  reportBeginning(): void;
}

export type ResponseListener = (request: TimedRequest, response: ServerResponse, duration: Millis) => void;

/**
 * The request and response classes of a server, which report each response when it is complete. They override a method,
 * because a listener for each response would cost several times as much.
 */
export function timedMessageClasses(
  clock: Clock,
  onResponse: ResponseListener,
  acceptsUpgrade: (request: IncomingMessage) => boolean,
) {
  class MeasuredRequest extends IncomingMessage implements TimedRequest {
    readonly receivedAt: Millis;
    #offersUpgrade = false;

    constructor(socket: Socket) {
      super(socket);
      this.receivedAt = clock.uptime();
    }

    /**
     * Node sets this when the headers offer an upgrade, and hands a request on which it is true to the listeners of
     * upgrades. Node 20 has no other way to decline an offer and answer the request.
     */
    get upgrade(): boolean {
      return this.#offersUpgrade && (this.method === 'CONNECT' || acceptsUpgrade(this));
    }

    set upgrade(offered: boolean | null) {
      if (offered !== null) this.#offersUpgrade = offered; // null comes from the base class, before there are fields
    }
  }

  class MeasuredResponse<R extends IncomingMessage = IncomingMessage>
    extends ServerResponse<R>
    implements TimedResponse
  {
    #isReported = false;

    override end(chunk?: unknown, encoding?: BufferEncoding | (() => void), callback?: () => void): this {
      if (!this.writableEnded) this.#report();
      return super.end(chunk, encoding as BufferEncoding, callback);
    }

    endAtOnce(status: number, bytes: Buffer): boolean {
      const { socket, req } = this;
      if (!socket || socket.destroyed || socket.writableLength > 0) return false;
      if (!this.shouldKeepAlive || req.httpVersion !== '1.1' || this.getHeaderNames().length > 0) return false;
      this.statusCode = status;
      this.#report();
      socket.write(bytes);
      this.emit('finish'); // the server releases the connection for the next request
      return true;
    }

    reportBeginning(): void {
      this.#report();
    }

    #report(): void {
      if (this.#isReported) return;
      this.#isReported = true;
      if (this.req instanceof MeasuredRequest) onResponse(this.req, this, clock.uptime() - this.req.receivedAt);
    }
  }

  return { MeasuredRequest, MeasuredResponse };
}
