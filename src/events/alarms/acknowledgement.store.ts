import { Injectable, Logger } from '@nestjs/common';
import { AuditLogService, type AuditRecord } from '../../audit/audit-log.service.js';
import { Db } from '../../database/db.js';
import { deleteAll } from '../../database/rows.js';
import { AlarmAcknowledgementEntity } from '../event.entity.js';

export type Acknowledgement = Readonly<AlarmAcknowledgementEntity>;
type Key = Pick<Acknowledgement, 'source' | 'objectId'>;

/** The acknowledgements of alarms, at most one of a source and object. Those of alarms that have ended are forgotten. */
@Injectable()
export class AcknowledgementStore {
  readonly #logger = new Logger('Events');
  readonly #rows = new Map<string, Acknowledgement>();

  constructor(
    private readonly db: Db,
    private readonly audit: AuditLogService,
  ) {}

  async load(): Promise<void> {
    this.#rows.clear();
    for (const row of await this.db.all(AlarmAcknowledgementEntity)) this.#rows.set(keyOf(row), row);
  }

  get(key: Key): Acknowledgement | undefined {
    return this.#rows.get(keyOf(key));
  }

  async put(row: Acknowledgement, record: AuditRecord): Promise<void> {
    await this.db.transaction(async (entities) => {
      await entities.upsert(AlarmAcknowledgementEntity, [row], ['source', 'objectId']);
      await this.audit.record(record);
      this.db.afterCommit(() => this.#rows.set(keyOf(row), row));
    });
  }

  async remove({ source, objectId }: Key, record: AuditRecord): Promise<void> {
    await this.db.transaction(async (entities) => {
      await entities.delete(AlarmAcknowledgementEntity, { source, objectId });
      await this.audit.record(record);
      this.db.afterCommit(() => this.#rows.delete(keyOf({ source, objectId })));
    });
  }

  /**
   * Forgets those of alarms that have ended. A row that could not be deleted harms nothing: it names the time at which its
   * alarm began, which no other alarm has.
   */
  forget(hasEnded: (row: Acknowledgement) => boolean): void {
    const ended = [...this.#rows.values()].filter(hasEnded);
    if (ended.length === 0) return;
    for (const row of ended) this.#rows.delete(keyOf(row));
    this.db
      .transaction(async (entities) => {
        for (const { source, objectId, at } of ended) {
          await entities.delete(AlarmAcknowledgementEntity, { source, objectId, at });
        }
      })
      .catch((error: unknown) => this.#logger.error('Acknowledgements could not be deleted.', error));
  }

  /** Joins the running unit of work. */
  async deleteAll(): Promise<void> {
    await this.db.transaction(async (entities) => {
      await deleteAll(entities, AlarmAcknowledgementEntity);
      this.db.afterCommit(() => this.#rows.clear());
    });
  }
}

const keyOf = ({ source, objectId }: Key): string => `${source} ${objectId}`;
