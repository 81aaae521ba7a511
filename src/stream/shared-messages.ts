import { Mutex } from '../common/mutex.js';
import { StreamMessage, type CompressionBudget } from './stream-message.js';

/**
 * Most text to compress in one tick, bytes: some 200 sets of permissions with 48 outlets, 20 ms of work. Readers
 * with other permissions get the rest plain. Each message may also be the one that exceeds it.
 */
const MAX_COMPRESSED = 4 * 1024 * 1024;

/**
 * The messages of one state, made and compressed once for each set of permissions and sent to all readers with that set.
 * Compression reveals nothing by its length (CRIME, BREACH): a message contains no secrets, only readings and names
 * that its reader may see.
 */
export class SharedMessages {
  readonly #messages = new Map<string, StreamMessage>();
  #order = 0;
  #compressed = 0;
  readonly #budget: CompressionBudget = {
    take: (bytes) => {
      if (this.#compressed >= MAX_COMPRESSED) return false;
      this.#compressed += bytes;
      return true;
    },
    thread: new Mutex(),
  };

  /** The state is another one. */
  clear(): void {
    this.#messages.clear();
  }

  /** As much as in any other tick may be compressed again. */
  renewBudget(): void {
    this.#compressed = 0;
  }

  /**
   * @param key equal for readers who get the same
   * @param make its text in pieces, as UTF-8
   */
  of(key: string, make: () => readonly Uint8Array[]): StreamMessage {
    const ready = this.#messages.get(key);
    if (ready) return ready;
    const message = new StreamMessage(make(), this.#order++, this.#budget);
    this.#messages.set(key, message);
    return message;
  }
}
