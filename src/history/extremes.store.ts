import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditLogService } from '../audit/audit-log.service.js';
import { Db } from '../database/db.js';
import { storeRows } from '../database/rows.js';
import type { Cause } from '../common/cause.js';
import { Clock, type Millis } from '../common/clock.js';
import type { Extremes } from './extremes.js';
import { HistoryExtremeEntity } from './history.entity.js';
import type { HistoryObject, HistoryObjects } from './history-objects.js';

/** The number of rows in one statement, so that building it holds nobody up. */
const ROWS_AT_ONCE = 100;

/** Stores the extremes across restarts, and resets them. */
@Injectable()
export class ExtremesStore {
  readonly #since = new Map<string, Millis>();
  #extremes: Extremes | undefined;

  constructor(
    private readonly db: Db,
    private readonly audit: AuditLogService,
    private readonly clock: Clock,
  ) {}

  async load(objects: HistoryObjects, extremes: Extremes): Promise<void> {
    this.#extremes = extremes;
    for (const { objectId: id, since, extremes: stored } of await this.db.all(HistoryExtremeEntity)) {
      const object = objects.find(id);
      if (!object) continue; // of another model
      this.#since.set(id, since);
      extremes.restore(object, stored);
    }
  }

  /** Wall clock of the first start or the last reset of an object's extremes. */
  sinceOf({ id }: HistoryObject): Millis {
    const known = this.#since.get(id);
    if (known !== undefined) return known;
    const now = this.clock.now();
    this.#since.set(id, now);
    return now;
  }

  /** Stores the extremes of some objects. Inside a transaction. */
  async store(entities: EntityManager, objects: readonly HistoryObject[]): Promise<void> {
    for (let from = 0; from < objects.length; from += ROWS_AT_ONCE) {
      const rows = objects.slice(from, from + ROWS_AT_ONCE).map((object) => this.#row(object));
      await storeRows(entities, HistoryExtremeEntity, rows, 'objectId');
    }
  }

  /** Resets the extremes of these objects; the audit log has the previous ones. */
  async reset(objects: readonly HistoryObject[], cause: Cause): Promise<void> {
    const since = this.clock.now();
    await this.db.transaction(async (entities) => {
      const rows = objects.map(({ id }) => ({ objectId: id, since, extremes: {} }));
      await storeRows(entities, HistoryExtremeEntity, rows, 'objectId');
      const auditRecords = objects.map((object) => {
        const before = this.#extremes?.of(object);
        return { kind: 'history.resetExtremes', object: `${object.kind}:${object.id}`, cause, before };
      });
      await this.audit.record(...auditRecords);
      this.db.afterCommit(() => objects.forEach((object) => this.#restart(object, since)));
    });
  }

  /** Deletes all extremes. Joins the running transaction. */
  async deleteAll(): Promise<void> {
    await this.db.transaction(async (entities) => {
      await entities.clear(HistoryExtremeEntity);
      this.db.afterCommit(() => this.#since.clear());
    });
  }

  #restart(object: HistoryObject, since: Millis): void {
    this.#since.set(object.id, since);
    this.#extremes?.clear(object);
  }

  #row(object: HistoryObject): HistoryExtremeEntity {
    return { objectId: object.id, since: this.sinceOf(object), extremes: this.#extremes?.of(object) ?? {} };
  }
}
