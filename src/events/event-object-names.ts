import { Injectable } from '@nestjs/common';
import type { NamedObject } from '../actions/event-occurrence.js';
import { auditObjectOf } from '../actions/execution/action-run.js';
import { AuditLogService } from '../audit/audit-log.service.js';
import type { EventObject } from './engine/compiled-rule.js';

/** The names that operators have given to the objects of events. */
@Injectable()
export class EventObjectNames {
  constructor(private readonly audit: AuditLogService) {}

  /** The names of now; without members for what has no name, such as the PDU itself. */
  of({ kind, id }: Pick<EventObject, 'kind' | 'id'>): NamedObject {
    const object = auditObjectOf({ objectKind: kind, objectId: id });
    const [objectName, objectTitle] =
      object === undefined ? [] : [this.audit.nameOf(object), this.audit.titleOf(object)];
    return { ...(objectName !== undefined && { objectName }), ...(objectTitle !== undefined && { objectTitle }) };
  }
}
