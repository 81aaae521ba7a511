import { Injectable, Logger } from '@nestjs/common';
import { AuditLogService, type AuditRecord } from '../../audit/audit-log.service.js';
import { Db } from '../../database/db.js';
import { deleteAll } from '../../database/rows.js';
import { Clock } from '../../common/clock.js';
import { SessionEntity } from '../session.entity.js';
import { toSessionEntity, type Session } from './session.js';

/** Its name for other hubs. */
const STORE = 'session';
/** Rows per transaction; the rest waits for the next. */
const MAX_ROWS = 100;

/**
 * Writes sessions to the database, many changes in one commit. Changes that cannot be written now (a full disk) wait
 * for the next time: signing in and out must still work.
 */
@Injectable()
export class SessionRepository {
  readonly #logger = new Logger('Sessions');
  readonly #changed = new Set<Session>();
  readonly #ended = new Map<Session, AuditRecord>();

  constructor(
    private readonly db: Db,
    private readonly audit: AuditLogService,
    private readonly clock: Clock,
  ) {}

  load(): Promise<SessionEntity[]> {
    return this.db.all(SessionEntity);
  }

  /** Calls back when another hub has opened, extended or ended sessions, with all rows but those that are to be deleted. */
  follow(listener: (rows: readonly SessionEntity[]) => void): void {
    this.db.follow(STORE, async () => {
      const rows = await this.load();
      const ended = new Set(Array.from(this.#ended.keys(), ({ id }) => id));
      listener(rows.filter(({ id }) => !ended.has(id)));
    });
  }

  /** True where another hub may open, extend and end the same sessions. */
  get areShared(): boolean {
    return this.db.isShared;
  }

  /** Resolves when sessions that another hub has opened before are known here too; rejects with DATABASE_UNREACHABLE. */
  catchUp(): Promise<void> {
    return this.db.catchUp();
  }

  /** Notes that the session's row is out of date. */
  changed(session: Session): void {
    this.#changed.add(session);
  }

  /** Notes that the session has ended, with its audit record. */
  ended(session: Session, auditRecord: AuditRecord): void {
    session.ended = true;
    this.#changed.delete(session);
    this.#ended.set(session, auditRecord);
  }

  /** Deletes the rows of sessions that end with the running transaction. */
  async remove(sessions: readonly Session[]): Promise<void> {
    const ids = sessions.map(({ id }) => id);
    if (ids.length === 0) return;
    await this.db.transaction(async (entities) => {
      await entities.delete(SessionEntity, ids);
      this.db.announce(STORE);
    });
  }

  /** Deletes every row; joins the running transaction, and calls back once it is durable. */
  async removeAll(committed: () => void): Promise<void> {
    await this.db.transaction(async (entities) => {
      await deleteAll(entities, SessionEntity);
      this.db.announce(STORE);
      this.db.afterCommit(committed);
    });
  }

  get isBehind(): boolean {
    return this.#changed.size + this.#ended.size > 0;
  }

  /** Writes the noted changes, a new session first, and `inSameTransaction` in one transaction. Never rejects. */
  async write(inSameTransaction?: () => Promise<unknown>, opened?: Session): Promise<void> {
    const changed = [...new Set(opened ? [opened, ...this.#changed] : this.#changed)].slice(0, MAX_ROWS);
    // The newest first: a crash must not restore the session of a user who has just signed out.
    const ended = [...this.#ended].slice(-MAX_ROWS);
    for (const session of changed) this.#changed.delete(session);
    for (const [session] of ended) this.#ended.delete(session);
    try {
      await this.db.transaction(async (entities) => {
        // A session may have ended while this waited in the queue.
        const open = changed.filter(({ ended }) => !ended);
        const rows = open.map((session) => toSessionEntity(session, this.clock));
        if (rows.length > 0) await entities.upsert(SessionEntity, rows, ['id']);
        this.db.announce(STORE);
        this.db.afterCommit(() => open.forEach((session) => (session.stored = true)));
        const ids = ended.map(([{ id }]) => id);
        if (ids.length > 0) await entities.delete(SessionEntity, ids);
        await this.audit.record(...ended.map(([, auditRecord]) => auditRecord));
        await inSameTransaction?.();
      });
    } catch (error) {
      this.#logger.warn(`Sessions could not be written; they stay in memory: ${(error as Error).message}`);
      for (const [session, auditRecord] of ended) this.#ended.set(session, auditRecord);
      for (const session of changed) if (!session.ended) this.#changed.add(session);
    }
  }
}
