import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditLogService, type AuditRecord } from '../audit/audit-log.service.js';
import { AuditedList } from '../audit/audited-list.js';
import type { RowChange } from '../audit/audited-table.js';
import { Db } from '../database/db.js';
import { deleteRows } from '../database/rows.js';
import type { Cause } from '../common/cause.js';
import { differenceOf } from '../common/objects.js';
import {
  AlarmAcknowledgementEntity,
  EventOccurrenceEntity,
  EventEntity,
  EventRuleStateEntity,
} from './event.entity.js';

export type StoredEvent = Readonly<EventEntity>;
export type EventDraft = Omit<EventEntity, 'id' | 'maker'>;

/** The events. What one was triggered by is forgotten when it changes what triggers it. */
@Injectable()
export class EventStore extends AuditedList<EventEntity> {
  constructor(db: Db, audit: AuditLogService) {
    const total = 'eventActions';
    super(db, audit, { entity: EventEntity, resource: 'event', unknown: 'EVENT_UNKNOWN', list: 'events', total });
  }

  /** It counts for whoever has changed it last. */
  override change(before: StoredEvent, draft: EventDraft, cause: Cause): Promise<StoredEvent> {
    const after = { ...draft, maker: cause.userId ?? before.maker };
    return super.change(before, after, cause);
  }

  protected override countOf({ actions }: EventDraft): number {
    return actions.length;
  }

  protected override difference(
    before: StoredEvent,
    after: StoredEvent,
  ): Pick<AuditRecord, 'before' | 'after'> | undefined {
    return differenceOf(plain(before), plain(after));
  }

  protected override async cascade(entities: EntityManager, changes: readonly RowChange<EventEntity>[]): Promise<void> {
    const gone = changes.filter(({ after }) => !after);
    const others = changes.filter(({ before, after }) => !(before && after && hasSameTrigger(before, after)));
    await deleteRows(entities, EventOccurrenceEntity, 'eventId', gone.map(idOf));
    await deleteRows(entities, EventRuleStateEntity, 'eventId', others.map(idOf));
    await deleteRows(entities, AlarmAcknowledgementEntity, 'source', others.map(sourceOf));
  }
}

const idOf = ({ id }: RowChange<EventEntity>) => id;
const sourceOf = ({ id }: RowChange<EventEntity>) => objectOf(Number(id));

/** True when the one triggers when the other does, so that its state goes on. */
export const hasSameTrigger = (a: EventDraft, b: EventDraft): boolean =>
  a.enabled === b.enabled && a.code === b.code && a.params.join('\n') === b.params.join('\n');

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
