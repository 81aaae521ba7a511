import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import type { Frame } from './stream-message.js';

/** A WebSocket frame, one of a client that has negotiated permessage-deflate, or a server-sent event. */
export type MessageForm = 'plain' | 'compressed' | 'event';

/** A connection to the stream, as far as the stream needs it. */
export interface StreamConnection {
  /** The form in which it gets messages. */
  readonly form: MessageForm;
  /** Bytes that the client has not read yet. */
  readonly bufferedAmount: number;
  /** Sends a ready frame, which many connections share; does nothing once the connection is closing. */
  write(frame: Frame): void;
  close(code: number, reason: string): void;
  terminate(): void;
}

/** Writes all pieces by one system call. */
export function writeFrame(socket: Socket, frame: Frame): void {
  if (frame.length > 1) socket.cork();
  for (const piece of frame) socket.write(piece);
  if (frame.length > 1) socket.uncork();
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

  write(frame: Frame): void {
    if (this.client.readyState === WebSocket.OPEN) writeFrame(this.socket, frame);
  }

  close(code: number, reason: string): void {
    this.client.close(code, reason);
  }

  terminate(): void {
    this.client.terminate();
  }
}
