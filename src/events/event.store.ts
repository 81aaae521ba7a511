import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import { Db } from '../database/db.js';
import { deleteRows, replaceRows } from '../database/rows.js';
import type { Cause } from '../common/cause.js';
import { differenceOf } from '../common/objects.js';
import { ApiError } from '../common/errors.js';
import { EventOccurrenceEntity } from './event-occurrence.entity.js';
import { EventRuleStateEntity } from './event-rule-state.entity.js';
import { EventEntity } from './event.entity.js';

export type StoredEvent = Readonly<EventEntity>;
export type EventDraft = Omit<EventEntity, 'id' | 'maker'>;
/** Told after an event was stored, or deleted (undefined). */
export type EventChangeListener = (id: number, event: StoredEvent | undefined) => void;

/** The events, all in memory and written through. */
@Injectable()
export class EventStore implements OnModuleInit {
  readonly #events = new Map<number, StoredEvent>();
  readonly #listeners: EventChangeListener[] = [];
  #loading: Promise<void> | undefined;

  constructor(
    private readonly db: Db,
    private readonly audit: AuditLogService,
  ) {}

  onModuleInit(): Promise<void> {
    return this.load();
  }

  /** Resolves when all events are there; the services of the module start at once, in no order. */
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

  onChange(reader: EventChangeListener): void {
    this.#listeners.push(reader);
  }

  /**
   * Runs a change of events (or of the actions they name) when the ones before it are durable, so that what it looks
   * at stays true until it is.
   */
  inTransaction<T>(work: () => Promise<T>): Promise<T> {
    return this.db.transaction(() => work());
  }

  async create(draft: EventDraft, cause: Cause): Promise<StoredEvent> {
    return this.db.transaction(async (entities) => {
      const maker = cause.userId ?? null;
      const { identifiers } = await entities.insert(EventEntity, { ...draft, maker });
      const { id } = identifiers[0] as { id: number };
      await this.audit.record({ kind: 'event.create', object: objectOf(id), cause, after: draft });
      const event = { id, ...draft, maker };
      this.db.afterCommit(() => this.#set(id, event));
      return event;
    });
  }

  /** Members that are equal already are not recorded. What it was triggered by is forgotten where that has changed. */
  async change(before: StoredEvent, draft: EventDraft, cause: Cause): Promise<StoredEvent> {
    const difference = differenceOf(plain(before), plain(draft));
    if (!difference) return before;
    const after = { id: before.id, ...draft, maker: cause.userId ?? before.maker };
    await this.db.transaction(async (entities) => {
      await entities.update(EventEntity, before.id, { ...draft, maker: after.maker });
      if (!hasSameTrigger(before, after)) await entities.delete(EventRuleStateEntity, before.id);
      await this.audit.record({ kind: 'event.change', object: objectOf(before.id), cause, ...difference });
      this.db.afterCommit(() => this.#set(before.id, after));
    });
    return after;
  }

  async remove(event: StoredEvent, cause: Cause): Promise<void> {
    const { id } = event;
    await this.db.transaction(async (entities) => {
      await entities.delete(EventEntity, id);
      await entities.delete(EventRuleStateEntity, id);
      await entities.delete(EventOccurrenceEntity, { eventId: id });
      await this.audit.record({ kind: 'event.delete', object: objectOf(id), cause, before: event });
      this.db.afterCommit(() => this.#set(id, undefined));
    });
  }

  /** Makes these the events; one that stays as it was is the same object. Joins the running unit of work. */
  async replaceAll(events: readonly StoredEvent[]): Promise<void> {
    await this.db.transaction(async (entities) => {
      const before = this.all();
      const wanted = new Map(events.map((event) => [event.id, event]));
      const gone = before.filter(({ id }) => !wanted.has(id)).map(({ id }) => id);
      const others = events.filter((event) => !keepsRuleState(this.#events.get(event.id), event)).map(({ id }) => id);
      await replaceRows(entities, EventEntity, before, events);
      await deleteRows(entities, EventOccurrenceEntity, 'eventId', gone);
      await deleteRows(entities, EventRuleStateEntity, 'eventId', [...gone, ...others]);
      this.db.afterCommit(() => {
        for (const id of gone) this.#set(id, undefined);
        for (const event of events) if (this.#events.get(event.id) !== event) this.#set(event.id, event);
      });
    });
  }

  async #load(): Promise<void> {
    for (const event of await this.db.all(EventEntity)) this.#events.set(event.id, event);
  }

  #set(id: number, event: StoredEvent | undefined): void {
    if (event) this.#events.set(id, event);
    else this.#events.delete(id);
    for (const reader of this.#listeners) reader(id, event);
  }
}

/** True when the one triggers when the other does, so that its state goes on. */
export const hasSameTrigger = (a: EventDraft, b: EventDraft): boolean =>
  a.enabled === b.enabled && a.code === b.code && a.params.join('\n') === b.params.join('\n');

const keepsRuleState = (before: StoredEvent | undefined, after: StoredEvent): boolean =>
  before !== undefined && hasSameTrigger(before, after);

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
