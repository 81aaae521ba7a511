import { Injectable } from '@nestjs/common';
import { Db } from '../../database/db.js';
import { storeRows } from '../../database/rows.js';
import type { PduPicture } from './pdu-picture.js';
import { PduStateEntity } from './pdu-state.entity.js';

/** The last known pictures in the database. */
@Injectable()
export class StateStore {
  constructor(private readonly db: Db) {}

  load(): Promise<PduStateEntity[]> {
    return this.db.all(PduStateEntity);
  }

  /** Stores the pictures of these PDUs; one that was never heard has nothing to store. */
  async save(pictures: readonly (readonly [pdu: string, picture: PduPicture])[]): Promise<void> {
    const rows = pictures.flatMap(([pdu, picture]) => rowOf(pdu, picture) ?? []);
    if (rows.length > 0) await this.db.transaction((entities) => storeRows(entities, PduStateEntity, rows, 'pdu'));
  }
}

function rowOf(pdu: string, picture: PduPicture): PduStateEntity | undefined {
  const { lastSeen, hello, profile, states, minuteBytes } = picture;
  if (lastSeen === null) return undefined;
  return {
    pdu,
    seen: lastSeen,
    hello: hello ?? null,
    profile: profile?.hash ?? null,
    states,
    minute: minuteBytes ?? null,
  };
}
