import { Injectable, Logger } from '@nestjs/common';
import { Between, In, type EntityManager } from 'typeorm';
import { yieldWhenDue } from '../../common/time-slices.js';
import { Db } from '../../database/db.js';
import { run } from '../../database/dialect.js';
import { deleteAll, storeRows } from '../../database/rows.js';
import { PdusService } from '../pdus/pdus.service.js';
import { HourMinutes, type PduMinute } from './hour-minutes.js';
import { hourId, hourOfId, MinuteHourEntity, pduOfHourId } from './minute-hour.entity.js';

/** Readings of some minutes of an hour, or that the PDU has none: by the minute of the hour. */
export type HourChange = ReadonlyMap<number, PduMinute | null>;

/** The most hours in one transaction. */
const HOURS_AT_ONCE = 200;
/** The hours of PDUs that are kept in memory, because another minute of them follows. */
const KEPT_IN_MEMORY = 3000;

/** The hours in the database. */
@Injectable()
export class MinutesStore {
  readonly #logger = new Logger('FleetReadings');
  /** Hours that were written last, by their id. */
  readonly #recent = new Map<number, HourMinutes>();

  constructor(
    private readonly db: Db,
    private readonly pdus: PdusService,
  ) {}

  /** Adds minutes to hours, by the id of the hour. What cannot be stored is not added, nor those of a PDU that is deleted. */
  async add(changes: ReadonlyMap<number, HourChange>): Promise<void> {
    const all = [...changes];
    for (let at = 0; at < all.length; at += HOURS_AT_ONCE) await this.#add(all.slice(at, at + HOURS_AT_ONCE));
  }

  /** The hours of a PDU from one to another, both included; those without a row are absent. */
  async hours(pdu: number, first: number, last: number): Promise<ReadonlyMap<number, HourMinutes>> {
    const rows = await this.db.read.findBy(MinuteHourEntity, { id: Between(hourId(pdu, first), hourId(pdu, last)) });
    const hours = new Map<number, HourMinutes>();
    for (const { id, data } of rows) {
      await yieldWhenDue();
      hours.set(hourOfId(id), this.#decoded(data));
    }
    return hours;
  }

  /** Reads hours again before it adds to them: another hub may have written them. */
  forgetRecent(): void {
    this.#recent.clear();
  }

  /** Deletes the hours of these PDUs that are older than `first`. */
  async deleteBefore(pdus: readonly number[], first: number): Promise<void> {
    const { tableName } = this.db.tableOf(MinuteHourEntity);
    for (let at = 0; at < pdus.length; at += HOURS_AT_ONCE) {
      await this.db.transaction(async (entities) => {
        for (const pdu of pdus.slice(at, at + HOURS_AT_ONCE)) {
          const range = [hourId(pdu, 0), hourId(pdu, first)];
          await run(entities, `DELETE FROM "${tableName}" WHERE "id" >= ? AND "id" < ?`, range);
        }
      });
    }
  }

  /** Deletes the hours of a PDU; inside a transaction. */
  async deleteOf(entities: EntityManager, pdu: number): Promise<void> {
    await entities.delete(MinuteHourEntity, { id: Between(hourId(pdu, 0), hourId(pdu + 1, 0) - 1) });
    this.db.afterCommit(() => {
      for (const id of this.#recent.keys()) if (pduOfHourId(id) === pdu) this.#recent.delete(id);
    });
  }

  /** Joins the running transaction. */
  async deleteAll(): Promise<void> {
    await this.db.transaction(async (entities) => {
      await deleteAll(entities, MinuteHourEntity);
      this.db.afterCommit(() => this.#recent.clear());
    });
  }

  async #add(given: readonly (readonly [id: number, change: HourChange])[]): Promise<void> {
    await this.db.transaction(async (entities) => {
      const known = new Set(this.pdus.all.map(({ no }) => no)); // without one that another hub has deleted meanwhile
      const changes = given.filter(([id]) => known.has(pduOfHourId(id)));
      if (changes.length === 0) return;
      const stored = await this.#stored(
        entities,
        changes.map(([id]) => id),
      );
      const written = changes.map(([id, change]) => {
        const hour = stored.get(id) ?? new HourMinutes();
        for (const [slot, minute] of change) {
          if (minute) hour.set(slot, minute);
          else hour.setNone(slot);
        }
        return { id, hour };
      });
      const rows = written.map(({ id, hour }) => ({ id, data: hour.encode() }));
      await storeRows(entities, MinuteHourEntity, rows, 'id');
      this.db.afterCommit(() => written.forEach(({ id, hour }) => this.#keep(id, hour)));
    });
  }

  /** Copies, so that what is not committed changes nothing. */
  async #stored(entities: EntityManager, ids: readonly number[]): Promise<Map<number, HourMinutes>> {
    const hours = new Map<number, HourMinutes>();
    for (const id of ids) {
      const known = this.#recent.get(id);
      if (known) hours.set(id, known.copy());
    }
    const missing = ids.filter((id) => !hours.has(id));
    const rows = missing.length > 0 ? await entities.findBy(MinuteHourEntity, { id: In(missing) }) : [];
    for (const { id, data } of rows) hours.set(id, this.#decoded(data));
    return hours;
  }

  #keep(id: number, hour: HourMinutes): void {
    this.#recent.delete(id);
    this.#recent.set(id, hour);
    const [oldest] = this.#recent.keys();
    if (this.#recent.size > KEPT_IN_MEMORY && oldest !== undefined) this.#recent.delete(oldest);
  }

  #decoded(data: Buffer): HourMinutes {
    try {
      return HourMinutes.decode(data);
    } catch (error) {
      this.#logger.warn(`A stored hour of a PDU is damaged, so it is asked for again: ${(error as Error).message}`);
      return new HourMinutes();
    }
  }
}
