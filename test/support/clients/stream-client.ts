/** A real WebSocket client of the live stream, which waits for expected messages. */
import { once } from 'node:events';
import { WebSocket, type ClientOptions, type RawData } from 'ws';
import type { Pdu } from '../app/pdu.js';

/* eslint-disable @typescript-eslint/no-explicit-any -- the test that waits for a message knows its type */
export interface StreamMessage {
  device: { uptime: number; time: string };
  inlets: any[];
  banks: any[];
  outlets: any[];
  sensors: any[];
  relayOutputs: any[];
}
/* eslint-enable @typescript-eslint/no-explicit-any */

export class StreamClient {
  readonly messages: StreamMessage[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #closed: Promise<number>;

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data: RawData, isBinary) => {
      if (isBinary) throw new Error('A stream message must be a text frame.');
      this.messages.push(JSON.parse((data as Buffer).toString()) as StreamMessage);
      this.#wake();
    });
    this.#closed = new Promise((resolve) => socket.on('close', resolve));
    socket.on('close', () => this.#wake());
    socket.on('error', () => undefined);
  }

  /** Offers compression by default, as browsers do. */
  static async connect(
    pdu: Pick<Pdu, 'url'>,
    headers: Record<string, string> = {},
    perMessageDeflate: ClientOptions['perMessageDeflate'] = true,
    query = '',
  ): Promise<StreamClient> {
    const socket = new WebSocket(`${pdu.url.replace('http', 'ws')}/ws${query}`, { headers, perMessageDeflate });
    const client = new StreamClient(socket);
    await once(socket, 'open');
    return client;
  }

  say(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** The message after those that the test has seen already. */
  async next(seen = this.messages.length): Promise<StreamMessage> {
    while (this.messages.length <= seen && this.socket.readyState === WebSocket.OPEN) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    const message = this.messages[seen];
    if (!message) throw new Error('The stream closed before the message came.');
    return message;
  }

  /** The code with which the controller closes. */
  closed(): Promise<number> {
    return this.#closed;
  }

  leave(): void {
    this.socket.close();
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
