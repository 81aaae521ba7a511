import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditLogService } from '../../audit/audit-log.service.js';
import { AuditedTable } from '../../audit/audited-table.js';
import type { Cause } from '../../common/cause.js';
import { differenceOf } from '../../common/objects.js';
import { Db } from '../../database/db.js';
import { PduEntity, type Pdu } from './pdu.entity.js';

/** The PDUs of the fleet, all of them in memory: some 500 bytes each. */
@Injectable()
export class PduStore extends AuditedTable<PduEntity> {
  constructor(db: Db, audit: AuditLogService) {
    super(db, audit, PduEntity);
    audit.nameObjects('pdu', (id) => this.get(id)?.name);
  }

  /** Stores a PDU that has enrolled. */
  create(members: Omit<Pdu, 'no'>, cause: Cause): Promise<Pdu> {
    return this.db.transaction(async (entities) => {
      const { identifiers } = await entities.insert(PduEntity, { ...members });
      const after: Pdu = { ...members, no: (identifiers[0] as { no: number }).no };
      const { name, site, serial, model, state } = after;
      const record = { kind: 'pdu.enrol', object: objectOf(after), cause, after: { name, site, serial, model, state } };
      await this.record(entities, [{ id: after.id, before: undefined, after }], record);
      return after;
    });
  }

  /** Changes a PDU; the record in the audit log names the change. Answers the PDU as it is then. */
  change(before: Pdu, members: Partial<Pick<Pdu, 'name' | 'state'>>, verb: string, cause: Cause): Promise<Pdu> {
    const after: Pdu = { ...before, ...members };
    const difference = differenceOf(before, after);
    if (!difference) return Promise.resolve(before);
    return this.db.transaction(async (entities) => {
      await entities.update(PduEntity, before.no, { ...members });
      const record = { kind: `pdu.${verb}`, object: objectOf(before), cause, ...difference };
      await this.record(entities, [{ id: before.id, before, after }], record);
      return after;
    });
  }

  /** Deletes a PDU, and what `others` deletes with it. */
  async remove(before: Pdu, cause: Cause, others: (entities: EntityManager) => Promise<void>): Promise<void> {
    await this.db.transaction(async (entities) => {
      await others(entities);
      await entities.delete(PduEntity, before.no);
      const { name, site, serial, model, state } = before;
      const record = {
        ...{ kind: 'pdu.delete', object: objectOf(before), cause, before: { name, site, serial, model, state } },
      };
      await this.record(entities, [{ id: before.id, before, after: undefined }], record);
    });
  }
}

/** The PDU's name in the audit log. */
export const objectOf = ({ id }: Pick<Pdu, 'id'>): string => `pdu:${id}`;
