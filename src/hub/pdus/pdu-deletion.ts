import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Cause } from '../../common/cause.js';
import { ApiError } from '../../common/errors.js';
import { Db } from '../../database/db.js';
import type { Pdu } from './pdu.entity.js';
import { PduStore } from './pdu.store.js';
import { PdusService } from './pdus.service.js';

/** The data of a module about PDUs, beside their rows. */
export interface PduTraces {
  /** Throws while the PDU must not be deleted. */
  readonly check?: (pdu: Pdu) => void;
  /** Resolves when all that has come of PDUs is stored. */
  readonly idle?: () => Promise<void>;
  /** Deletes its rows. Joins the running transaction. */
  readonly delete?: (entities: EntityManager, pdu: Pdu, cause: Cause) => Promise<void>;
  /** Forgets what is in memory, once the deletion is durable. */
  readonly forget?: (pdu: Pdu) => void;
}

/** Deletes revoked PDUs with all that modules have of them. The audit log keeps what was done. */
@Injectable()
export class PduDeletion {
  readonly #modules: PduTraces[] = [];

  constructor(
    private readonly pdus: PdusService,
    private readonly store: PduStore,
    private readonly db: Db,
  ) {
    store.onChange((changes) => {
      for (const { before, after, isOfOtherHub } of changes) if (isOfOtherHub && before && !after) this.#forget(before);
    });
  }

  /** Registers a module that has something of PDUs. */
  register(traces: PduTraces): void {
    this.#modules.push(traces);
  }

  /** Throws DATABASE_UNREACHABLE, PDU_UNKNOWN, PDU_NOT_REVOKED or what a module says. */
  async delete(id: string, cause: Cause): Promise<void> {
    await this.db.catchUp(); // another hub may have revoked it just now
    this.#assertDeletable(this.pdus.find(id));
    // Nothing comes of a revoked PDU any more; what has come before is not stored after its deletion.
    for (const { idle } of this.#modules) await idle?.();
    await this.store.inTransaction(async () => {
      const pdu = this.pdus.find(id);
      this.#assertDeletable(pdu);
      await this.store.remove(pdu, cause, async (entities) => {
        for (const module of this.#modules) await module.delete?.(entities, pdu, cause);
      });
      this.db.afterCommit(() => this.#forget(pdu));
    });
  }

  #forget(pdu: Pdu): void {
    for (const { forget } of this.#modules) forget?.(pdu);
  }

  #assertDeletable(pdu: Pdu): void {
    if (pdu.state !== 'revoked') throw new ApiError('PDU_NOT_REVOKED', pdu.name);
    for (const { check } of this.#modules) check?.(pdu);
  }
}
