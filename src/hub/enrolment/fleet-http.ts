import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { Injectable, Logger } from '@nestjs/common';
import { peerAddress } from '../../common/access.js';
import { errorBody } from '../../common/api-error.filter.js';
import { Budgets } from '../../common/budgets.js';
import { Clock, type Millis } from '../../common/clock.js';
import { ApiError } from '../../common/errors.js';
import { Ticks } from '../../kernel/ticks.js';
import { storageProblem } from '../../common/storage-errors.js';
import { networkOf } from '../../users/passwords/sender-network.js';
import { pduOfCertificate } from '../link/fleet-port.js';
import { enrolRequestIn, renewRequestIn } from './fleet-request.js';
import { PduEnrolmentService } from './pdu-enrolment.service.js';

const MAX_BODY = 32 * 1024;
const CUT_AT = 16 * MAX_BODY;
const REQUEST_WITHIN: Millis = 10_000;
/** Connections of all senders and of one; a connection serves one request. */
const MAX_CONNECTIONS = { all: 256, ofSender: 32 } as const;
/** Requests of one sender: a site of many PDUs may have one address, and each asks once in 30 s while it waits. */
const BUDGET = { perSecond: 5, burst: 60 } as const;

/** The HTTP side of the fleet port: PDUs enrol there and renew their certificates, and nothing else. */
@Injectable()
export class FleetHttp {
  readonly #logger = new Logger('Enrolment');
  readonly #budgets = new Budgets(BUDGET);
  readonly #sockets = new Map<TLSSocket, { readonly sender: string; readonly since: Millis }>();
  readonly #server: Server;

  constructor(
    private readonly enrolment: PduEnrolmentService,
    private readonly clock: Clock,
    ticks: Ticks,
  ) {
    this.#server = createServer({ maxHeaderSize: 8 * 1024 }, (request, response) => {
      void this.#serve(request, response);
    });
    this.#server.maxHeadersCount = 50;
    this.#server.maxRequestsPerSocket = 1;
    ticks.onTick('upkeep', ({ uptime }) => this.#endSlow(uptime));
  }

  /** Takes over a connection of the fleet port; ends it where there are too many. */
  accept(socket: TLSSocket): void {
    const sender = networkOf(peerAddress({ socket }));
    const ofSender = [...this.#sockets.values()].filter((each) => each.sender === sender).length;
    if (this.#sockets.size >= MAX_CONNECTIONS.all || ofSender >= MAX_CONNECTIONS.ofSender) {
      socket.destroy();
      return;
    }
    this.#sockets.set(socket, { sender, since: this.clock.uptime() });
    socket.once('close', () => this.#sockets.delete(socket));
    this.#server.emit('connection', socket);
  }

  /** Ends all connections. */
  close(): void {
    for (const socket of this.#sockets.keys()) socket.destroy();
  }

  /** The server itself would do so only on connections that it has accepted itself. */
  #endSlow(uptime: Millis): void {
    for (const [socket, { since }] of this.#sockets) if (uptime - since > REQUEST_WITHIN) socket.destroy();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      answer(response, 200, await this.#answerTo(request));
    } catch (thrown) {
      const error = this.#asApiError(thrown);
      if (error.retryAfter !== undefined) response.setHeader('Retry-After', String(error.retryAfter));
      answer(response, error.status, errorBody(error));
    }
  }

  async #answerTo(request: IncomingMessage): Promise<object> {
    const socket = request.socket as TLSSocket;
    const address = peerAddress({ socket });
    const body = await bodyOf(request);
    const wait = this.#budgets.spend(networkOf(address), this.clock.uptime());
    if (wait > 0) throw ApiError.tooMany(wait / 1000);
    const route = `${request.method} ${request.url?.split('?')[0]}`;
    if (route === 'POST /api/fleet/enrol') {
      return this.enrolment.enrol(enrolRequestIn(body), address);
    }
    if (route !== 'POST /api/fleet/renew') throw new ApiError('PATH_UNKNOWN');
    const pdu = pduOfCertificate(socket);
    if (pdu === undefined) throw new ApiError('PDU_CERTIFICATE_MISSING');
    return this.enrolment.renew(renewRequestIn(body).request, pdu);
  }

  #asApiError(thrown: unknown): ApiError {
    if (thrown instanceof ApiError) return thrown;
    const problem = storageProblem(thrown);
    if (problem !== 'DATABASE_UNREACHABLE') {
      this.#logger.error(thrown instanceof Error ? (thrown.stack ?? thrown.message) : thrown);
    }
    return new ApiError(problem ?? 'INTERNAL_ERROR');
  }
}

/**
 * The whole body. What is too large is read to its end, because a client that still sends does not see the answer, up to a
 * limit at which the connection is cut. Throws FLEET_BODY_TOO_LARGE or BODY_INCOMPLETE.
 */
async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of request as AsyncIterable<Buffer>) {
      length += part.length;
      if (length <= MAX_BODY) parts.push(part);
      else if (length > CUT_AT) request.destroy();
    }
  } catch {
    throw new ApiError('BODY_INCOMPLETE');
  }
  if (length > MAX_BODY) throw new ApiError('FLEET_BODY_TOO_LARGE');
  return Buffer.concat(parts);
}

function answer(response: ServerResponse, status: number, body: object): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes.length,
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(bytes);
}
