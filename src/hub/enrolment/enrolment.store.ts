import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditLogService } from '../../audit/audit-log.service.js';
import { AuditedList } from '../../audit/audited-list.js';
import { Db } from '../../database/db.js';
import { EnrolmentEntity, type Enrolment } from './enrolment.entity.js';

/** The tokens with which PDUs enrol. */
@Injectable()
export class EnrolmentStore extends AuditedList<EnrolmentEntity> {
  constructor(db: Db, audit: AuditLogService) {
    super(db, audit, {
      ...{ entity: EnrolmentEntity, resource: 'enrolment', unknown: 'ENROLMENT_UNKNOWN', list: 'enrolments' },
    });
  }

  ofToken(tokenHash: string): Enrolment | undefined {
    return this.all().find((each) => each.tokenHash === tokenHash);
  }

  /** Counts one more use, in the unit of work of the PDU that it is for, whose record names it. */
  async use(entities: EntityManager, before: Enrolment): Promise<void> {
    const after = { ...before, used: before.used + 1 };
    await entities.update(EnrolmentEntity, before.id, { used: after.used });
    await this.record(entities, [{ id: before.id, before, after }]);
  }

  /** Without the hash. */
  protected override shown({ name, site, uses, validUntil, accept }: Omit<Enrolment, 'id' | 'maker'>): object {
    return { name, site, uses, validUntil: new Date(validUntil).toISOString(), accept };
  }
}
