import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Access } from '../../common/access.js';
import { Db } from '../../database/db.js';
import { run } from '../../database/dialect.js';
import { deleteAll } from '../../database/rows.js';
import { onlyVisible } from '../only-visible.js';
import { PdusService } from '../pdus/pdus.service.js';
import { PduEventEntity, type NewEvent } from './fleet-event.entity.js';

/** The limits of the stored events. A class, so that a test can replace it. */
export class EventLimits {
  /** The newest that stay. */
  readonly retained: number = 100_000;
  /** After so many new ones the oldest are deleted. */
  readonly batch: number = 1000;
}

const ROWS_PER_STATEMENT = 50;

/** The table of the events. */
@Injectable()
export class EventsStore {
  #sinceDeletion = 0;

  constructor(
    private readonly db: Db,
    private readonly pdus: PdusService,
    private readonly limits: EventLimits,
  ) {}

  /** Stores events, all or none; those that are there already stay as they are. */
  async add(events: readonly NewEvent[]): Promise<void> {
    this.#sinceDeletion += events.length;
    await this.db.transaction(async (entities) => {
      for (let at = 0; at < events.length; at += ROWS_PER_STATEMENT) {
        const some = events.slice(at, at + ROWS_PER_STATEMENT);
        await entities.createQueryBuilder().insert().into(PduEventEntity).values(some).orIgnore().execute();
      }
      if (this.#sinceDeletion < this.limits.batch) return;
      const { tableName } = this.db.tableOf(PduEventEntity);
      await run(entities, `DELETE FROM "${tableName}" WHERE "id" <= (SELECT max("id") FROM "${tableName}") - ?`, [
        this.limits.retained,
      ]);
      this.#sinceDeletion = 0;
    });
  }

  /** Deletes the events of a PDU; inside a transaction. */
  async deleteOf(entities: EntityManager, pdu: string): Promise<void> {
    await entities.delete(PduEventEntity, { pdu });
  }

  /** Joins the running transaction. */
  async deleteAll(): Promise<void> {
    await this.db.transaction((entities) => deleteAll(entities, PduEventEntity));
  }

  /** Events of PDUs that the role may see, the newest first. */
  newest(
    { below, pdu, access }: { below: number | undefined; pdu: string | undefined; access: Access },
    limit: number,
  ): Promise<PduEventEntity[]> {
    const query = this.db.read.createQueryBuilder(PduEventEntity, 'e').orderBy('e.id', 'DESC').take(limit);
    if (below !== undefined) query.andWhere('e.id < :below', { below });
    if (pdu !== undefined) query.andWhere('e.pdu = :pdu', { pdu });
    return onlyVisible(query, this.pdus.all, access).getMany();
  }
}
