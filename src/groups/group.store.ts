import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import { AuditedList } from '../audit/audited-list.js';
import { entryIdOf } from '../common/ids.js';
import { Db } from '../database/db.js';
import { GroupEntity } from './group.entity.js';

/** The groups. Those that wait for their step still get it, whatever becomes of their group. */
@Injectable()
export class GroupStore extends AuditedList<GroupEntity> {
  constructor(db: Db, audit: AuditLogService) {
    const total = 'groupOutlets';
    super(db, audit, { entity: GroupEntity, resource: 'group', unknown: 'GROUP_UNKNOWN', list: 'groups', total });
  }

  /** By id or, where no group has that id, by place in the list, counted from 1. Throws GROUP_UNKNOWN. */
  findByIdOrPlace(text: string): Readonly<GroupEntity> {
    const number = entryIdOf(text);
    if (number === undefined || this.has(number)) return this.find(text);
    return this.all()[number - 1] ?? this.find(text);
  }

  protected override countOf({ outlets }: Pick<GroupEntity, 'outlets'>): number {
    return outlets.length;
  }
}

/** The group's name in the audit log, and that of its sequences. */
export const auditObjectOf = ({ id }: Pick<GroupEntity, 'id'>): string => `group:${id}`;
