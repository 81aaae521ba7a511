import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log.service.js';
import { Db } from '../database/db.js';
import { deleteRows, replaceRows } from '../database/replace-rows.js';
import type { Cause } from '../kernel/cause.js';
import { differenceOf } from '../kernel/difference.js';
import { ApiError } from '../kernel/errors.js';
import { EventFiring } from './event-firing.entity.js';
import { EventMark } from './event-mark.entity.js';
import { EventRecord } from './event.entity.js';

export type StoredEvent = Readonly<EventRecord>;
export type EventDraft = Omit<EventRecord, 'id' | 'maker'>;
/** Told after an event was stored, or deleted (undefined). */
export type EventReader = (id: number, event: StoredEvent | undefined) => void;

/** The events, all in memory and written through. */
@Injectable()
export class EventStore implements OnModuleInit {
  readonly #events = new Map<number, StoredEvent>();
  readonly #readers: EventReader[] = [];
  #loading: Promise<void> | undefined;

  constructor(
    private readonly db: Db,
    private readonly audit: AuditLog,
  ) {}

  onModuleInit(): Promise<void> {
    return this.load();
  }

  /** Resolves when all events are there; the parts of the room start at once, in no order. */
  load(): Promise<void> {
    return (this.#loading ??= this.#load());
  }

  all(): StoredEvent[] {
    return [...this.#events.values()];
  }

  /** Throws EVENT_UNKNOWN. */
  find(id: string): StoredEvent {
    const event = /^[1-9]\d{0,14}$/.test(id) ? this.#events.get(Number(id)) : undefined;
    if (!event) throw new ApiError('EVENT_UNKNOWN', id);
    return event;
  }

  onChange(reader: EventReader): void {
    this.#readers.push(reader);
  }

  /**
   * Runs a change of events (or of the actions they name) when the ones before it are durable, so that what it looks
   * at stays true until it is.
   */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.db.write(() => work());
  }

  async create(draft: EventDraft, cause: Cause): Promise<StoredEvent> {
    return this.db.write(async (entities) => {
      const maker = cause.userId ?? null;
      const { identifiers } = await entities.insert(EventRecord, { ...draft, maker });
      const { id } = identifiers[0] as { id: number };
      await this.audit.record({ kind: 'event.create', object: objectOf(id), cause, after: draft });
      const event = { id, ...draft, maker };
      this.db.afterCommit(() => this.#take(id, event));
      return event;
    });
  }

  /** Members that are equal already are not told of. What it was triggered by is forgotten where that has changed. */
  async change(before: StoredEvent, draft: EventDraft, cause: Cause): Promise<StoredEvent> {
    const difference = differenceOf(plain(before), plain(draft));
    if (!difference) return before;
    const after = { id: before.id, ...draft, maker: cause.userId ?? before.maker };
    await this.db.write(async (entities) => {
      await entities.update(EventRecord, before.id, { ...draft, maker: after.maker });
      if (!watchesTheSame(before, after)) await entities.delete(EventMark, before.id);
      await this.audit.record({ kind: 'event.change', object: objectOf(before.id), cause, ...difference });
      this.db.afterCommit(() => this.#take(before.id, after));
    });
    return after;
  }

  async remove(event: StoredEvent, cause: Cause): Promise<void> {
    const { id } = event;
    await this.db.write(async (entities) => {
      await entities.delete(EventRecord, id);
      await entities.delete(EventMark, id);
      await entities.delete(EventFiring, { eventId: id });
      await this.audit.record({ kind: 'event.delete', object: objectOf(id), cause, before: event });
      this.db.afterCommit(() => this.#take(id, undefined));
    });
  }

  /** Makes these the events; one that stays as it was is the same object. Joins the running unit of work. */
  async replaceAll(events: readonly StoredEvent[]): Promise<void> {
    await this.db.write(async (entities) => {
      const before = this.all();
      const wanted = new Map(events.map((event) => [event.id, event]));
      const gone = before.filter(({ id }) => !wanted.has(id)).map(({ id }) => id);
      const others = events.filter((event) => !isMarkKept(this.#events.get(event.id), event)).map(({ id }) => id);
      await replaceRows(entities, EventRecord, before, events);
      await deleteRows(entities, EventFiring, 'eventId', gone);
      await deleteRows(entities, EventMark, 'eventId', [...gone, ...others]);
      this.db.afterCommit(() => {
        for (const id of gone) this.#take(id, undefined);
        for (const event of events) if (this.#events.get(event.id) !== event) this.#take(event.id, event);
      });
    });
  }

  async #load(): Promise<void> {
    for (const event of await this.db.all(EventRecord)) this.#events.set(event.id, event);
  }

  #take(id: number, event: StoredEvent | undefined): void {
    if (event) this.#events.set(id, event);
    else this.#events.delete(id);
    for (const reader of this.#readers) reader(id, event);
  }
}

/** True when the one triggers when the other does, so that its state goes on. */
export const watchesTheSame = (a: EventDraft, b: EventDraft): boolean =>
  a.enabled === b.enabled && a.code === b.code && a.params.join('\n') === b.params.join('\n');

const isMarkKept = (before: StoredEvent | undefined, after: StoredEvent): boolean =>
  before !== undefined && watchesTheSame(before, after);

/** The event's name in the audit log. */
export const objectOf = (id: number): string => `event:${id}`;

/** As text, so that equal lists are equal. */
const plain = ({ name, enabled, code, params, actions }: EventDraft) => ({
  name,
  enabled,
  code,
  params: params.join(' | '),
  actions: actions.join(', '),
});
