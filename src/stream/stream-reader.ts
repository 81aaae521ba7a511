import type { WebSocket } from 'ws';
import type { Caller } from '../common/access.js';
import type { Millis } from '../common/clock.js';

/** What the stream needs of a WebSocket. */
export type StreamSocket = Pick<WebSocket, 'bufferedAmount' | 'send' | 'close' | 'terminate'>;

/** A reader with more bytes than this unread gets nothing new until it has read them. */
export const MAX_UNREAD = 256 * 1024;
/** So long a reader may have too much unread. */
const MAX_STALL: Millis = 30_000;

/** One signed-in reader of the stream. */
export class StreamReader {
  #stalledSince: Millis | undefined;

  constructor(
    readonly socket: StreamSocket,
    readonly caller: Caller,
  ) {}

  /** Sends the newest message, or leaves it out for a reader that does not keep up; one that never does is cut off. */
  offer(message: Buffer, uptime: Millis): void {
    if (this.socket.bufferedAmount <= MAX_UNREAD) {
      this.#stalledSince = undefined;
      this.socket.send(message, { binary: false });
      return;
    }
    this.#stalledSince ??= uptime;
    if (uptime - this.#stalledSince >= MAX_STALL) this.socket.terminate();
  }
}
