import type { Access } from '../common/access.js';
import type { StreamMessage } from './stream-message.js';

/** The names of what a reader has asked for. Readers who ask for the same share one message. */
export type StreamWish = readonly string[];

/** The content of the stream: the state of the PDU in a controller, that of the fleet in a hub. */
export abstract class StreamSource {
  /** The wish of a WebSocket by the query of its address. */
  abstract wishOf(query: URLSearchParams): StreamWish;

  /**
   * The present message for a reader with this access, made once for all of them. `isFirst` is for one that has not got the
   * message before: it has what others get only when it has changed.
   */
  abstract for(access: Access, isFirst: boolean, wish: StreamWish): StreamMessage;
}
