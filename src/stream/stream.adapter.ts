import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { INestApplication } from '@nestjs/common';
import { WsAdapter } from '@nestjs/platform-ws';
import type { WebSocket, WebSocketServer } from 'ws';
import { CLOSED } from './close-codes.js';
import { acceptedOffer } from './compression-offer.js';

/** Nest's WebSocket adapter, made safe against what anybody may send to an open port. */
export class StreamAdapter extends WsAdapter {
  constructor(app: INestApplication) {
    super(app);
    (app.getHttpServer() as Server).prependListener('upgrade', guardUpgrade);
  }

  /** Errors of a client (a broken frame, a reset) end its connection without a log line, which could flood the log. */
  override bindErrorHandler(server: WebSocketServer): WebSocketServer {
    server.on('connection', (client: WebSocket) => client.on('error', () => undefined));
    server.on('error', (error) => this.logger.error(error));
    return server;
  }

  /**
   * Does nothing: the gateway reads the one relevant message itself; the stock adapter would parse all others in vain.
   */
  override bindMessageHandlers(): void {
    return;
  }

  /** Closes every reader when the controller stops; one that does not answer is cut off by ws's close timeout. */
  override async close(server: WebSocketServer): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const client of server.clients) client.close(...CLOSED.STOPPING);
    await closed;
  }
}

/**
 * Node takes its own error listener off an upgraded socket, so a reset in the wrong moment would end the process; and
 * the stock adapter leaves a socket with an unusable address half open. ws sees of the extensions offered only what the
 * stream accepts.
 */
function guardUpgrade(request: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  const offer = acceptedOffer(request.headers['sec-websocket-extensions']);
  delete request.headers['sec-websocket-extensions'];
  if (offer !== undefined) request.headers['sec-websocket-extensions'] = offer;
  if (!URL.canParse(request.url ?? '', `ws://${request.headers.host ?? ''}/`)) socket.destroy();
}
