import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Db } from '../../database/db.js';
import { storeRows } from '../../database/rows.js';
import { PduEntity } from '../pdus/pdu.entity.js';
import type { PduState } from './pdu-state.js';
import { PduReadingEntity, PduStateEntity } from './pdu-state.entity.js';

/** The part of the state of a PDU that seldom changes. */
interface Parts {
  readonly facts: string;
  readonly profile: string | null;
  readonly states: string;
}

/** The last known states in the database. */
@Injectable()
export class StateStore {
  /** The stored parts of each PDU, as far as this hub has stored them itself. */
  #stored = new Map<string, Parts>();

  constructor(private readonly db: Db) {}

  async load(): Promise<PduStateEntity[]> {
    const pdus = this.db.tableOf(PduEntity).tableName;
    // The state that was being stored while its PDU was deleted.
    await this.db.transaction(async (entities) => {
      for (const { tableName } of [PduStateEntity, PduReadingEntity].map((each) => this.db.tableOf(each))) {
        await entities.query(`DELETE FROM "${tableName}" WHERE "pdu" NOT IN (SELECT "id" FROM "${pdus}")`);
      }
    });
    const readings = new Map((await this.db.all(PduReadingEntity)).map((each) => [each.pdu, each]));
    return (await this.db.all(PduStateEntity)).map((row) => {
      const newest = readings.get(row.pdu);
      return newest && newest.seen > row.seen ? { ...row, seen: newest.seen, minute: newest.minute } : row;
    });
  }

  /** Deletes that of a PDU; inside a transaction. */
  async delete(entities: EntityManager, pdu: string): Promise<void> {
    await entities.delete(PduStateEntity, { pdu });
    await entities.delete(PduReadingEntity, { pdu });
  }

  /** Stores the states of these PDUs; one that was never heard has nothing to store. */
  async save(states: readonly (readonly [pdu: string, state: PduState])[]): Promise<void> {
    const stored = this.#stored;
    const heard = states.flatMap(([pdu, state]) => {
      const row = rowOf(pdu, state);
      return row ? [{ row, parts: partsOf(row) }] : [];
    });
    if (heard.length === 0) return;
    const changed = heard.filter(({ row, parts }) => !isSame(stored.get(row.pdu), parts));
    const rows = changed.map(({ row }) => row);
    const readings = heard.map(({ row: { pdu, seen, minute } }) => ({ pdu, seen, minute }));
    await this.db.transaction(async (entities) => {
      if (rows.length > 0) await storeRows(entities, PduStateEntity, rows, 'pdu');
      await storeRows(entities, PduReadingEntity, readings, 'pdu');
      this.db.afterCommit(() => changed.forEach(({ row, parts }) => stored.set(row.pdu, parts)));
    });
  }

  /** Stores the whole state of each PDU again the next time. */
  forgetStored(): void {
    this.#stored = new Map(); // what is being stored now is not remembered either
  }

  /** A PDU is there no longer. */
  forget(pdu: string): void {
    this.#stored.delete(pdu);
  }
}

function rowOf(pdu: string, state: PduState): PduStateEntity | undefined {
  const { lastSeen, hello, profile, statesText, minuteBytes } = state;
  if (lastSeen === null) return undefined;
  return {
    pdu,
    seen: lastSeen,
    hello: hello ?? null,
    profile: profile?.hash ?? null,
    states: statesText,
    minute: minuteBytes ?? null,
  };
}

/** A hello has facts that the next one replaces before they matter; they do not count. */
const partsOf = ({ hello, profile, states }: PduStateEntity): Parts => ({
  facts: JSON.stringify(hello && { ...hello, asked: 0, event: 0, oldest: null, newest: null }),
  profile,
  states,
});

const isSame = (stored: Parts | undefined, { facts, profile, states }: Parts): boolean =>
  stored?.facts === facts && stored.profile === profile && stored.states === states;
