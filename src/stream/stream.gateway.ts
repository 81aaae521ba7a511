import type { IncomingMessage } from 'node:http';
import { Logger } from '@nestjs/common';
import { WebSocketGateway, type OnGatewayConnection } from '@nestjs/websockets';
import type { RawData, WebSocket } from 'ws';
import { addressOf } from '../common/access.js';
import { WEB_SOCKET_PATH } from '../http/upgrades.js';
import { CLOSED } from './close-codes.js';
import { WebSocketConnection } from './stream-connection.js';
import { MAX_UNREAD } from './stream-reader.js';
import { StreamReadersService } from './stream-readers.service.js';

/** Longest first message, bytes; ws closes with 1009 beyond it. */
const MAX_MESSAGE = 4096;

/** The WebSocket endpoint of the live stream. */
@WebSocketGateway({
  path: WEB_SOCKET_PATH,
  maxPayload: MAX_MESSAGE,
  maxFragments: 16,
  perMessageDeflate: {
    serverNoContextTakeover: true,
    clientNoContextTakeover: true,
    // Compressed messages of a client are decompressed up to the longest message, in at most two threads.
    zlibInflateOptions: { chunkSize: MAX_MESSAGE },
    concurrencyLimit: 2,
  },
  autoPong: false,
  closeTimeout: 1000,
})
export class StreamGateway implements OnGatewayConnection<WebSocket> {
  readonly #logger = new Logger('StreamGateway');

  constructor(private readonly readers: StreamReadersService) {}

  handleConnection(client: WebSocket, request: IncomingMessage): void {
    const connection = new WebSocketConnection(client, request.socket);
    client.on('close', () => this.readers.disconnected(connection));
    this.#guarded(client, () => this.readers.connected(connection, request.headers, addressOf(request), request.url));
    client.on('ping', (data: Buffer) => answerPing(client, data));
    client.on('message', (data: RawData) =>
      this.#guarded(client, () => this.readers.received(connection, textOf(data))),
    );
  }

  /** Catches errors, which would end the process if thrown out of a socket's listener. */
  #guarded(client: WebSocket, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#logger.error(error);
      client.close(...CLOSED.FAILED);
    }
  }
}

/** Answers a ping, unless the client does not read the answers: a flood of pings would fill the memory. */
function answerPing(client: WebSocket, data: Buffer): void {
  if (client.bufferedAmount <= MAX_UNREAD) client.pong(data);
}

/** ws hands over one Buffer unless it was asked for another type. */
const textOf = (data: RawData): string => (Buffer.isBuffer(data) ? data.toString() : '');
