import type { WebSocket } from 'ws';
import type { Caller } from '../common/access.js';
import type { Millis } from '../common/clock.js';

/** The part of a WebSocket that the stream needs. */
export type StreamSocket = Pick<WebSocket, 'bufferedAmount' | 'send' | 'close' | 'terminate'>;

/** A reader with more bytes than this unread gets nothing new until it has read them. */
export const MAX_UNREAD = 256 * 1024;
/** Longest time for which a reader may have too much unread. */
const MAX_STALL: Millis = 30_000;

/** One signed-in reader of the stream. */
export class StreamReader {
  #stalledSince: Millis | undefined;

  constructor(
    readonly socket: StreamSocket,
    readonly caller: Caller,
  ) {}

  /** Sends the newest message, but skips a reader that does not keep up and cuts it off if that lasts too long. */
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
