import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Revocations } from '../../auth/callers/revocations.js';
import type { Millis } from '../../common/clock.js';
import { SnapshotStore } from '../../hardware/snapshot.store.js';
import { areMet } from '../../outbox/need.js';
import { UsersService } from '../../users/users.service.js';
import { type Json, type RedfishCaller } from '../protocol/provider.js';
import { RedfishError } from '../protocol/redfish-error.js';
import { EventHub } from './event-hub.js';
import { eventPayload, NO_FILTERS, passes, recordOf, type NumberedEvent } from './event-record.js';
import { parseStreamFilter } from './stream-filter.js';
import type { EventFilters } from './subscription.entity.js';

const MAX_STREAMS = 8;
/** A reader with this many bytes unread is closed. */
const MAX_UNREAD = 256 * 1024;
const COMMENT_EVERY: Millis = 30_000;

/** An open event stream. */
export interface EventStream {
  readonly id: string;
  readonly context: string;
  readonly caller: RedfishCaller;
  readonly filters: EventFilters;
  readonly response: Response;
  /** True until the password or the personal access token of its caller ends. */
  readonly isValid: () => boolean;
  commentAt: Millis;
}

/** The event streams (server-sent events), each of which is a subscription as long as it is open. */
@Injectable()
export class EventStreams {
  readonly #streams = new Map<string, EventStream>();
  #opened = 0;

  constructor(
    private readonly hub: EventHub,
    private readonly users: UsersService,
    private readonly revocations: Revocations,
    snapshots: SnapshotStore,
  ) {
    hub.onEvent((event) => this.#send(event));
    snapshots.onTick('upkeep', ({ uptime }) => this.#onTick(uptime));
  }

  get all(): readonly EventStream[] {
    return [...this.#streams.values()];
  }

  get(id: string): EventStream | undefined {
    return this.#streams.get(id);
  }

  /** Ends a stream. */
  end(id: string): void {
    this.#streams.get(id)?.response.end();
    this.#streams.delete(id);
  }

  endAll(): void {
    for (const id of [...this.#streams.keys()]) this.end(id);
  }

  /** Opens a stream for a caller; after an interruption with the events since. */
  open({ headers, socket }: Request, response: Response, caller: RedfishCaller, search: string): void {
    if (this.#streams.size >= MAX_STREAMS && !this.#makeRoomFor(caller)) {
      const resolution = `At most ${MAX_STREAMS} event streams are open at once; close one of them.`;
      throw RedfishError.of(503, 'GeneralError', [], { resolution });
    }
    const filter = new URLSearchParams(search).get('$filter');
    const filters = filter === null ? NO_FILTERS : parseStreamFilter(filter);
    const id = `SSE${++this.#opened}`;
    const revocable = [
      this.revocations.watch('password', caller.userId),
      this.revocations.watch('token', caller.userId),
    ];
    const stream: EventStream = {
      id,
      context: randomBytes(12).toString('hex'),
      caller,
      filters,
      response,
      isValid: () => revocable.every((isPresent) => isPresent()),
      commentAt: Infinity,
    };
    response.writeHead(200, { 'Content-Type': 'text/event-stream;charset=utf-8', Connection: 'close' });
    response.write(': opened\n\n');
    this.#streams.set(id, stream);
    // Not the response, which is never closed while an earlier answer of its connection is not complete.
    socket.once('close', () => this.#streams.delete(id));
    this.#resume(stream, headers['last-event-id']);
  }

  /** Ends the newest stream of the user who has most, so that nobody keeps all; false for a user who would have as many. */
  #makeRoomFor({ userId }: RedfishCaller): boolean {
    const countOf = (user: string): number => this.all.filter(({ caller }) => caller.userId === user).length;
    const most = Math.max(...this.all.map(({ caller }) => countOf(caller.userId)));
    if (countOf(userId) + 1 >= most) return false;
    const newest = this.all.findLast(({ caller }) => countOf(caller.userId) === most);
    if (newest) this.end(newest.id);
    return true;
  }

  #resume(stream: EventStream, last: string | string[] | undefined): void {
    const id = typeof last === 'string' && /^\d{1,15}$/.test(last) ? Number(last) : undefined;
    if (id === undefined) return;
    const missed = this.hub.since(id);
    if (missed) for (const event of missed) this.#write(stream, event);
    else this.#writeRecords(stream, id, [LOST_RECORD]);
  }

  #send(event: NumberedEvent): void {
    for (const stream of this.#streams.values()) this.#write(stream, event);
  }

  #write(stream: EventStream, event: NumberedEvent): void {
    if (!areMet(stream.caller.access, event.needs) || !passes(event, stream.filters)) return;
    this.#writeRecords(stream, event.id, [recordOf(event)]);
  }

  #writeRecords({ id: streamId, context, response }: EventStream, id: number, records: readonly Json[]): void {
    response.write(`id: ${id}\ndata: ${JSON.stringify(eventPayload(id, context, records))}\n\n`);
    if (response.writableLength > MAX_UNREAD) {
      response.destroy();
      this.#streams.delete(streamId);
    }
  }

  /**
   * Ends the streams of accounts that may not sign in any more, or whose password or token has ended: whoever knew it must
   * not read on. The end of a session ends none.
   */
  #onTick(uptime: Millis): void {
    for (const stream of this.#streams.values()) {
      if (!stream.isValid() || !this.users.isActive({ id: Number(stream.caller.userId) })) {
        this.end(stream.id);
        continue;
      }
      if (stream.commentAt === Infinity) stream.commentAt = uptime + COMMENT_EVERY;
      if (uptime < stream.commentAt) continue;
      stream.commentAt = uptime + COMMENT_EVERY;
      stream.response.write(': still here\n\n');
    }
  }
}

const LOST_RECORD: Json = {
  MemberId: '0',
  EventType: 'Alert',
  EventId: '0',
  MessageId: 'Base.1.22.EventBufferExceeded',
  MessageArgs: [],
  Message: 'Undelivered events may have been lost due to exceeding the event buffer.',
  MessageSeverity: 'Warning',
};
