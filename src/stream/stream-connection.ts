import type { Socket } from 'node:net';
import { WebSocket } from 'ws';

/** A WebSocket frame, one of a client that has negotiated permessage-deflate, or a server-sent event. */
export type MessageForm = 'plain' | 'compressed' | 'event';

/** A connection to the stream, as far as the stream needs it. */
export interface StreamConnection {
  /** The form in which it gets messages. */
  readonly form: MessageForm;
  /** Bytes that the client has not read yet. */
  readonly bufferedAmount: number;
  /** Sends a ready frame, which many connections share; does nothing once the connection is closing. */
  write(frame: Buffer): void;
  close(code: number, reason: string): void;
  terminate(): void;
}

/**
 * The connection of a WebSocket. Ready frames go to the socket of its upgrade request directly: ws would frame and
 * compress the same message for each reader again. They are in order with its own frames, pongs and the close frame,
 * because ws holds back only what it compresses itself, and it is given nothing to compress.
 */
export class WebSocketConnection implements StreamConnection {
  readonly form: MessageForm;

  constructor(
    private readonly client: WebSocket,
    private readonly socket: Socket,
  ) {
    this.form = client.extensions.split(',').includes('permessage-deflate') ? 'compressed' : 'plain';
  }

  get bufferedAmount(): number {
    return this.client.bufferedAmount;
  }

  write(frame: Buffer): void {
    if (this.client.readyState === WebSocket.OPEN) this.socket.write(frame);
  }

  close(code: number, reason: string): void {
    this.client.close(code, reason);
  }

  terminate(): void {
    this.client.terminate();
  }
}
