import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { isCrossSite } from '../auth/cross-site.js';
import { SignedIn, type CallerRequest } from '../common/access.js';
import { Clock } from '../common/clock.js';
import { ApiError } from '../common/errors.js';
import { RackfeedExpressAdapter } from '../http/rackfeed-express.adapter.js';
import type { TimedResponse } from '../http/timed-messages.js';
import { EVENT_STREAM_HEADERS, EventStreamConnection } from '../stream/event-stream.connection.js';
import { EventStreamQueryDto } from './event-stream.dto.js';
import { parseStreamParts } from './stream-parts.js';
import { StreamReadersService } from '../stream/stream-readers.service.js';

@ApiTags('stream')
@Controller('api/stream')
export class EventStreamController {
  constructor(
    private readonly readers: StreamReadersService,
    private readonly clock: Clock,
    private readonly http: HttpAdapterHost,
  ) {}

  /**
   * The live stream as server-sent events: the state of the PDU at once and then once a second, as on the WebSocket.
   * Each event is named "state"; its data is one line of JSON with device, inlets, banks, outlets, sensors and
   * relayOutputs, as far as the role may view them. The connection ends when the session, the token or the account does.
   */
  @Get()
  @SignedIn()
  @ApiProduces('text/event-stream')
  @ApiOkResponse({
    description: 'Events without an end.',
    content: {
      'text/event-stream': {
        schema: { type: 'string' },
        example: 'retry: 3000\n\nevent: state\ndata: {"device":{"uptime":86400},"outlets":[]}\n\n',
      },
    },
  })
  read(@Query() { parts }: EventStreamQueryDto, @Req() request: Request, @Res() response: Response): void {
    const { user: caller } = request as CallerRequest;
    if (caller.credential.kind !== 'token' && isCrossSite(request.headers)) throw new ApiError('FOREIGN_ORIGIN');
    const wanted = parseStreamParts(parts);
    if (request.method === 'HEAD') return void response.writeHead(200, EVENT_STREAM_HEADERS).end();
    const connection = new EventStreamConnection(response, this.clock);
    // A client that has gone while its credential was checked would keep its place: its connection never closes again.
    if (request.socket.destroyed) return;
    if (!this.readers.enter(connection, caller, wanted)) throw new ApiError('STREAMS_FULL');
    // The request is closed as soon as it is read; the response never is while an earlier answer of its connection is not complete.
    request.socket.once('close', () => this.readers.disconnected(connection));
    this.#connectionBecomesStream(request);
    (response as Response & TimedResponse).reportBeginning();
  }

  /** From now on the connection has the limits of streams. */
  #connectionBecomesStream(request: Request): void {
    const { httpAdapter } = this.http;
    if (httpAdapter instanceof RackfeedExpressAdapter) httpAdapter.connections.upgraded(request);
  }
}
