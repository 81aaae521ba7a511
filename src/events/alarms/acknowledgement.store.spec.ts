import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { AuditLogService, AuditRecord } from '../../audit/audit-log.service.js';
import { aDatabase, type ModuleDatabase } from '../../../test/support/modules/module-database.js';
import { AlarmAcknowledgementEntity } from '../event.entity.js';
import { AcknowledgementStore } from './acknowledgement.store.js';

const record: AuditRecord = { kind: 'alarm.acknowledge', object: 'event:1', cause: { kind: 'session', who: 'anna' } };
const aRow = (objectId: string, at = 5) => ({ source: 'event:1', objectId, since: 1000, at, who: 'anna', note: null });

describe('the acknowledgements', () => {
  let database: ModuleDatabase;
  let store: AcknowledgementStore;
  let isFull: boolean;

  const aStore = async (): Promise<AcknowledgementStore> => {
    const audit = {
      record: async () => {
        if (isFull) throw new Error('SQLITE_FULL');
      },
    } as unknown as AuditLogService;
    const made = new AcknowledgementStore(database.db, audit);
    await made.load();
    return made;
  };

  beforeEach(async () => {
    isFull = false;
    database = await aDatabase([AlarmAcknowledgementEntity]);
    store = await aStore();
  });
  afterEach(() => database.close());

  it('are there after a restart, the newest of each object', async () => {
    await store.put(aRow('a'), record);
    await store.put(aRow('b'), record);
    await store.put(aRow('a', 6), record);
    expect((await aStore()).get({ source: 'event:1', objectId: 'a' })).toEqual(aRow('a', 6));
    expect((await aStore()).get({ source: 'event:2', objectId: 'a' })).toBeUndefined();
  });

  it('are given and taken back together with their entry of the log, or not at all', async () => {
    await store.put(aRow('a'), record);
    isFull = true;
    await expect(store.put(aRow('b'), record)).rejects.toThrow('SQLITE_FULL');
    await expect(store.remove(aRow('a'), record)).rejects.toThrow('SQLITE_FULL');
    for (const each of [store, await aStore()]) {
      expect(each.get(aRow('a'))).toEqual(aRow('a'));
      expect(each.get(aRow('b'))).toBeUndefined();
    }
    isFull = false;
    await store.remove(aRow('a'), record);
    for (const each of [store, await aStore()]) expect(each.get(aRow('a'))).toBeUndefined();
  });

  it('are forgotten with their alarm, and one that is given meanwhile stays', async () => {
    await store.put(aRow('a'), record);
    await store.put(aRow('b'), record);
    store.forget(({ objectId }) => objectId === 'a');
    expect(store.get(aRow('a'))).toBeUndefined();
    await store.put(aRow('a', 9), record);
    await database.db.idle();
    const later = await aStore();
    expect([later.get(aRow('a')), later.get(aRow('b'))]).toEqual([aRow('a', 9), aRow('b')]);
  });

  it('are all deleted by a reset', async () => {
    await store.put(aRow('a'), record);
    await store.deleteAll();
    for (const each of [store, await aStore()]) expect(each.get(aRow('a'))).toBeUndefined();
  });
});
