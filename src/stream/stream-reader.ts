import type { Caller } from '../common/access.js';
import type { Millis } from '../common/clock.js';
import type { StreamConnection } from './stream-connection.js';
import type { Frame, StreamMessage } from './stream-message.js';
import type { StreamWish } from './stream-source.js';

/** A reader with more bytes than this unread gets nothing new until it has read them. */
export const MAX_UNREAD = 256 * 1024;
/** Longest time for which a reader may have too much unread. */
const MAX_STALL: Millis = 30_000;

/** One signed-in reader of the stream. */
export class StreamReader {
  #needsAll = true;
  /** The permissions of the newest message sent. */
  #accessKey: string | undefined;
  #stalledSince: Millis | undefined;
  /** The order of the newest message sent. */
  #sent = -1;

  constructor(
    readonly connection: StreamConnection,
    readonly caller: Caller,
    readonly wish: StreamWish = [],
  ) {}

  /**
   * True until a message is sent, after one was left out, since what changed in that one is not known to the reader, and after
   * the permissions have changed, by which the reader may see more than before.
   */
  get needsAll(): boolean {
    return this.#needsAll || this.#accessKey !== this.caller.access.key;
  }

  /** Sends the newest message, but skips a reader that does not keep up and cuts it off if that lasts too long. */
  offer(message: StreamMessage, uptime: Millis): void {
    if (this.connection.bufferedAmount <= MAX_UNREAD) {
      this.#stalledSince = undefined;
      this.#needsAll = false;
      this.#accessKey = this.caller.access.key;
      const { form } = this.connection;
      if (form === 'compressed') message.whenCompressed((frame) => this.#send(frame, message.order));
      else this.#send(message[form], message.order);
      return;
    }
    this.#needsAll = true;
    this.#stalledSince ??= uptime;
    if (uptime - this.#stalledSince >= MAX_STALL) this.connection.terminate();
  }

  /** Leaves out a message whose compression took so long that a newer one was sent meanwhile. */
  #send(frame: Frame, order: number): void {
    if (order < this.#sent) {
      this.#needsAll = true;
      return;
    }
    this.#sent = order;
    this.connection.write(frame);
  }
}
