import type { ServerResponse } from 'node:http';
import type { Clock, Millis } from '../common/clock.js';
import { writeFrame, type StreamConnection } from './stream-connection.js';
import type { Frame } from './stream-message.js';

/** Time after which a comment shows proxies and firewalls that the connection is in use. */
const COMMENT_INTERVAL: Millis = 15_000;
const COMMENT = [Buffer.from(': the connection is alive\n\n')];
/** Milliseconds that a browser waits before it connects again. */
const RETRY = Buffer.from('retry: 3000\n\n');

/** The connection of a reader of server-sent events (the EventSource of the HTML standard): a response without an end. */
export class EventStreamConnection implements StreamConnection {
  readonly form = 'event';
  #commentedAt: Millis;
  #isOpen = false;

  constructor(
    private readonly response: ServerResponse,
    private readonly clock: Clock,
  ) {
    this.#commentedAt = clock.uptime();
  }

  /** The bytes that the system has not taken yet, or that wait for an earlier answer of the connection. */
  get bufferedAmount(): number {
    return (this.response.socket ?? this.response).writableLength;
  }

  /** Sends the head of the response before the first event: a reader without a place gets an error instead. */
  write(event: Frame): void {
    if (this.response.destroyed || this.response.writableEnded) return;
    if (!this.#isOpen) this.#open();
    const now = this.clock.uptime();
    if (now - this.#commentedAt >= COMMENT_INTERVAL) {
      this.#commentedAt = now;
      this.#send(COMMENT);
    }
    this.#send(event);
  }

  /**
   * Writes to the socket, as WebSockets do: a response corks its socket for each write, which costs a third as much as
   * the write. A response has no socket while an earlier answer of its connection is not complete, and holds what it gets.
   */
  #send(event: Frame): void {
    if (this.response.socket) writeFrame(this.response.socket, event);
    else for (const piece of event) this.response.write(piece);
  }

  /** Ends the response; its reader connects again and gets the reason as status, if that is a lasting one. */
  close(): void {
    this.response.end();
  }

  /** Ends the connection also while the response waits for its turn, in which it would never be destroyed. */
  terminate(): void {
    this.response.req.socket.destroy();
  }

  /** Without chunks: the events come in the bytes that all readers share, and the end is that of the connection. */
  #open(): void {
    this.#isOpen = true;
    this.response.removeHeader('Transfer-Encoding');
    this.response.writeHead(200, EVENT_STREAM_HEADERS);
    this.response.write(RETRY);
  }
}

/** nginx passes each event on at once because of `X-Accel-Buffering`. */
export const EVENT_STREAM_HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
  Connection: 'close',
};
