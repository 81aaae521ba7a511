import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Access } from '../../common/access.js';
import { Db } from '../../database/db.js';
import { rowsOfList, run } from '../../database/dialect.js';
import { deleteAll } from '../../database/rows.js';
import type { Severity } from '../../fleet-wire/messages.js';
import { onlyVisible } from '../only-visible.js';
import { PdusService } from '../pdus/pdus.service.js';
import { PduEventEntity, type NewEvent } from './fleet-event.entity.js';
import { isOpen, isOver } from './open-events.js';

/** Its name for other hubs. */
const STORE = 'pdu_event';

/** The limits of the stored events. A class, so that a test can replace it. */
export class EventLimits {
  /** The newest that stay, those that are open, and of each PDU as many as if all PDUs had equally many of this number. */
  readonly retained: number = 100_000;
  /** The newest of one PDU that can be among these; none fills the table with events that it raises and ends. */
  readonly retainedOfOne: number = 10_000;
  /** The newest open ones of each PDU that stay: none fills the table with events that it never ends. */
  readonly retainedOpen: number = 10_000;
  /** After so many new ones the oldest are deleted. */
  readonly batch: number = 1000;
}

const ROWS_PER_STATEMENT = 50;
/** The end of the text of an end that the hub has not got from the PDU. */
const FOUND_ENDED = ' This has ended, at the latest at this time.';

/** The events that are asked for. */
interface Wanted {
  readonly below: number | undefined;
  readonly pdu: string | undefined;
  readonly severity: Severity | undefined;
  readonly isOpen: boolean;
  readonly access: Access;
}

/** A number of open events of a PDU. */
export interface OpenCount {
  readonly pdu: string;
  readonly severity: Severity;
  readonly count: number;
}

/** The newest event of a PDU. */
export interface NewestEvent {
  readonly pdu: string;
  readonly id: number;
}

interface Share {
  /** The number of events of a PDU that stay. */
  readonly share: number;
  readonly open?: boolean;
  /** Only those up to this id. */
  readonly upTo?: number | undefined;
}

/** The table of the events. */
@Injectable()
export class EventsStore {
  #sinceDeletion = 0;

  constructor(
    private readonly db: Db,
    private readonly pdus: PdusService,
    private readonly limits: EventLimits,
  ) {}

  /**
   * Stores events, all or none; those that are there already stay as they are, and those of a PDU that another hub has deleted
   * meanwhile are left. `then` is a part of the transaction.
   */
  async add(given: readonly NewEvent[], then: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    this.#sinceDeletion += given.length;
    await this.db.transaction(async (entities) => {
      const events = given.filter(({ pdu }) => this.pdus.get(pdu));
      const some: NewEvent[] = [];
      const compared = new Set<string>(); // a PDU has one at most that waits
      for (const event of events) {
        const isSpecial = event.again === true || event.closes !== undefined;
        if (isSpecial || some.length === ROWS_PER_STATEMENT) await this.#insert(entities, some.splice(0));
        if (!event.again || !(await this.#goesOn(entities, event))) some.push(event);
        if (event.closes === undefined || compared.has(event.pdu)) continue;
        compared.add(event.pdu);
        await this.#endUpTo(entities, event, event.closes);
      }
      await this.#insert(entities, some);
      await this.#close(entities, [...new Set(events.map(({ pdu }) => pdu))]);
      this.db.announce(STORE);
      if (this.#sinceDeletion >= this.limits.batch) await this.#deleteOldest(entities);
      await then();
    });
  }

  /** The number of the newest event of a PDU; 0 without one. */
  async newestOf(pdu: string): Promise<number> {
    const sql = `SELECT max("number") AS "number" FROM "${this.#table}" WHERE "pdu" = ?`;
    const [row] = await run<{ number: number | string | null }[]>(this.db.read, sql, [pdu]);
    return Number(row?.number ?? 0);
  }

  /** Calls `reload` when another hub has stored or deleted events, as `Db.follow` does. */
  follow(reload: () => Promise<void>): void {
    this.db.follow(STORE, reload);
  }

  /** Deletes the events of a PDU; inside a transaction. */
  async deleteOf(entities: EntityManager, pdu: string): Promise<void> {
    await entities.delete(PduEventEntity, { pdu });
    this.db.announce(STORE);
  }

  /** Joins the running transaction. */
  async deleteAll(): Promise<void> {
    await this.db.transaction(async (entities) => {
      await deleteAll(entities, PduEventEntity);
      this.db.announce(STORE);
    });
  }

  /** Events of PDUs that the role may see, the newest first. */
  newest({ below, pdu, severity, isOpen: onlyOpen, access }: Wanted, limit: number): Promise<PduEventEntity[]> {
    const query = this.db.read.createQueryBuilder(PduEventEntity, 'e').orderBy('e.id', 'DESC').take(limit);
    if (below !== undefined) query.andWhere('e.id < :below', { below });
    if (pdu !== undefined) query.andWhere('e.pdu = :pdu', { pdu });
    if (severity !== undefined) query.andWhere('e.severity = :severity', { severity });
    if (onlyOpen) {
      const revoked = this.pdus.all.flatMap(({ id, state }) => (state === 'revoked' ? [id] : []));
      const list = rowsOfList(query.connection, 'text', ':revoked');
      query.andWhere(isOpen(this.#table));
      query.andWhere(`e.pdu NOT IN (SELECT "value" FROM ${list})`, { revoked: JSON.stringify(revoked) });
    }
    return onlyVisible(query, this.pdus.all, access).getMany();
  }

  /** The newest event of each PDU that has one with a greater id than this. */
  async newestAfter(id: number): Promise<NewestEvent[]> {
    const rows = await run<{ pdu: string; id: number | string }[]>(
      this.db.read,
      `SELECT "pdu", max("id") AS "id" FROM "${this.#table}" WHERE "id" > ? GROUP BY "pdu"`,
      [id],
    );
    return rows.map((row) => ({ pdu: row.pdu, id: Number(row.id) }));
  }

  /** The open events of these PDUs, counted. */
  async openOf(pdus: readonly string[]): Promise<OpenCount[]> {
    const rows = await run<{ pdu: string; severity: Severity; count: number | string }[]>(
      this.db.read,
      `SELECT "pdu", "severity", count(*) AS "count" FROM "${this.#table}" AS "e" WHERE ${isOpen(this.#table)}
        AND "pdu" IN (SELECT "value" FROM ${this.#list}) GROUP BY "pdu", "severity"`,
      [JSON.stringify(pdus)],
    );
    return rows.map((row) => ({ ...row, count: Number(row.count) }));
  }

  get #table(): string {
    return this.db.tableOf(PduEventEntity).tableName;
  }

  get #list(): string {
    return rowsOfList(this.db.read.connection, 'text', '?');
  }

  async #insert(entities: EntityManager, rows: readonly NewEvent[]): Promise<void> {
    if (rows.length === 0) return;
    await entities
      .createQueryBuilder()
      .insert()
      .into(PduEventEntity)
      .values([...rows])
      .orIgnore()
      .execute();
  }

  /** True for an event that is open already. It has the number with which it has come again, so that it is not ended. */
  async #goesOn(entities: EntityManager, { pdu, number, code, event, object, severity }: NewEvent): Promise<boolean> {
    const [open] = await run<{ id: number | string }[]>(
      entities,
      `SELECT "e"."id" FROM "${this.#table}" AS "e" WHERE "e"."id" = (SELECT max("id") FROM "${this.#table}"
        WHERE "pdu" = ? AND "code" = ? AND "object" = ? AND "event" = ?) AND "e"."severity" = ? AND ${isOpen(this.#table)}`,
      [pdu, code, object, event, severity],
    );
    if (!open) return false;
    // A copy of the message finds the number taken, by this event.
    await run(
      entities,
      `UPDATE "${this.#table}" SET "number" = ? WHERE "id" = ? AND "number" < ? AND NOT EXISTS (
        SELECT 1 FROM "${this.#table}" AS "other" WHERE "other"."pdu" = ? AND "other"."number" = ?)`,
      [number, open.id, number, pdu, number],
    );
    return true;
  }

  /** Ends what this PDU has raised by events up to a number, and has not raised again since. */
  async #endUpTo(entities: EntityManager, { pdu, at }: NewEvent, number: number): Promise<void> {
    await run(
      entities,
      `INSERT INTO "${this.#table}" ("pdu", "number", "at", "code", "event", "object", "text", "value", "limit", "severity",
          "raised", "open")
        SELECT "e"."pdu", -"e"."id", CAST(? AS bigint), "e"."code", "e"."event", "e"."object",
            "e"."text" || '${FOUND_ENDED}', NULL, "e"."limit", "e"."severity", false, false
          FROM "${this.#table}" AS "e" WHERE "e"."pdu" = ? AND "e"."number" <= ? AND ${isOpen(this.#table)}
          ORDER BY "e"."id"
        ON CONFLICT DO NOTHING`,
      [at, pdu, number],
    );
  }

  /** Finds out which events are not open any more, or never were; of these PDUs or of all. */
  async #close(entities: EntityManager, pdus?: readonly string[]): Promise<void> {
    const which = pdus ? `AND "e"."pdu" IN (SELECT "value" FROM ${this.#list})` : '';
    await run(
      entities,
      `UPDATE "${this.#table}" AS "e" SET "open" = false WHERE "e"."open" ${which} AND ${isOver(this.#table)}`,
      pdus ? [JSON.stringify(pdus)] : [],
    );
  }

  async #deleteOldest(entities: EntityManager): Promise<void> {
    this.#sinceDeletion = 0;
    // Those that a hub of the release before has stored may be over too; without what has ended them they would seem open.
    await this.#close(entities);
    // The events of one PDU take no place of those of another, whatever it raises.
    const { retained, retainedOfOne, retainedOpen } = this.limits;
    const share = Math.ceil(retained / Math.max(1, this.pdus.all.length));
    await this.#deleteBeyond(entities, { share: Math.max(share, retainedOfOne) });
    await this.#deleteBeyond(entities, { share: retainedOpen, open: true });
    const sql = `SELECT "id" FROM "${this.#table}" ORDER BY "id" DESC LIMIT 1 OFFSET ?`;
    const [newest] = await run<{ id: number | string }[]>(entities, sql, [retained]);
    if (newest) await this.#deleteBeyond(entities, { share, upTo: Number(newest.id) });
  }

  /**
   * Deletes those that are not open, or those that are, beyond the share of their PDU. The share is counted from the newest event
   * of each PDU, in an index; with more PDUs it is smaller.
   */
  async #deleteBeyond(entities: EntityManager, { share, open = false, upTo }: Share): Promise<void> {
    const table = this.#table;
    const [last, lastOf] =
      upTo === undefined ? ['"id"', []] : ['CASE WHEN "id" < ? THEN "id" ELSE ? END', [upTo, upTo]];
    await run(
      entities,
      `DELETE FROM "${table}" WHERE "id" IN (
        SELECT "e"."id" FROM (SELECT "value" AS "owner" FROM ${this.#list}) AS "owners"
          JOIN "${table}" AS "e" ON "e"."pdu" = "owner" AND "e"."id" <= (
            SELECT ${last} FROM "${table}" WHERE "pdu" = "owner" ${open ? 'AND "open"' : ''}
              ORDER BY "id" DESC LIMIT 1 OFFSET ?)
        WHERE ${open ? '' : 'NOT'} "e"."open")`,
      [JSON.stringify(this.pdus.all.map(({ id }) => id)), ...lastOf, share],
    );
  }
}
