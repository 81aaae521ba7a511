import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Db } from '../../database/db.js';
import { storeRows } from '../../database/rows.js';
import { PduEntity } from '../pdus/pdu.entity.js';
import type { PduPicture } from './pdu-picture.js';
import { PduStateEntity } from './pdu-state.entity.js';

/** The last known pictures in the database. */
@Injectable()
export class StateStore {
  constructor(private readonly db: Db) {}

  async load(): Promise<PduStateEntity[]> {
    const { tableName } = this.db.tableOf(PduStateEntity);
    const pdus = this.db.tableOf(PduEntity).tableName;
    // A picture that was being stored while its PDU was deleted.
    await this.db.transaction((entities) =>
      entities.query(`DELETE FROM "${tableName}" WHERE "pdu" NOT IN (SELECT "id" FROM "${pdus}")`),
    );
    return this.db.all(PduStateEntity);
  }

  /** Deletes that of a PDU; inside a transaction. */
  async delete(entities: EntityManager, pdu: string): Promise<void> {
    await entities.delete(PduStateEntity, { pdu });
  }

  /** Stores the pictures of these PDUs; one that was never heard has nothing to store. */
  async save(pictures: readonly (readonly [pdu: string, picture: PduPicture])[]): Promise<void> {
    const rows = pictures.flatMap(([pdu, picture]) => rowOf(pdu, picture) ?? []);
    if (rows.length > 0) await this.db.transaction((entities) => storeRows(entities, PduStateEntity, rows, 'pdu'));
  }
}

function rowOf(pdu: string, picture: PduPicture): PduStateEntity | undefined {
  const { lastSeen, hello, profile, statesText, minuteBytes } = picture;
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
