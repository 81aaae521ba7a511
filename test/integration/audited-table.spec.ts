import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { aDatabase, type ModuleDatabase } from '../support/modules/module-database.js';
import { VirtualClock } from '../support/time/virtual-clock.js';
import { AuditBounds } from '../../src/audit/audit-bounds.js';
import { AuditEntryEntity } from '../../src/audit/audit-entry.entity.js';
import { AuditLogService } from '../../src/audit/audit-log.service.js';
import type { RowChange } from '../../src/audit/audited-table.js';
import type { Cause } from '../../src/common/cause.js';
import { ENTRIES_AT_ONCE } from '../../src/common/time-slices.js';
import { GroupEntity } from '../../src/groups/group.entity.js';
import { GroupStore } from '../../src/groups/group.store.js';

const CAUSE: Cause = { kind: 'session', who: 'ann', userId: '7', address: '192.0.2.1' };
const RACK = { name: 'Rack', delay: 1, outlets: ['1-9', '2-9'] };
const MANY = Array.from({ length: 500 }, (_, place) => ({ id: place + 1, ...RACK, maker: null }));

describe('a table that is held in memory and written through', () => {
  let database: ModuleDatabase;
  let groups: GroupStore;
  let received: RowChange<GroupEntity>[];

  const started = async (): Promise<GroupStore> => {
    const audit = new AuditLogService(database.db, new VirtualClock(), new AuditBounds());
    const store = new GroupStore(database.db, audit);
    await store.onModuleInit();
    return store;
  };
  const log = async () =>
    (await database.source.manager.find(AuditEntryEntity)).map(({ kind, object, who, before, after }) => ({
      kind,
      object,
      who,
      before: JSON.parse(before ?? 'null') as unknown,
      after: JSON.parse(after ?? 'null') as unknown,
    }));
  const names = (store = groups): string[] => store.all().map(({ name }) => name);
  /** The values that readers see in each turn of the event loop until `work` has ended. */
  const seenDuring = async <T>(work: Promise<unknown>, read: () => T): Promise<T[]> => {
    const seen: T[] = [];
    const ended = { isTrue: false };
    void work.finally(() => (ended.isTrue = true));
    while (!ended.isTrue) {
      seen.push(read());
      await new Promise((resolve) => setImmediate(resolve));
    }
    return seen;
  };

  beforeEach(async () => {
    database = await aDatabase([AuditEntryEntity, GroupEntity]);
    groups = await started();
    received = [];
    groups.onChange((changes) => received.push(...changes));
  });
  afterEach(() => database.close());

  it('has after a start what was stored before it', async () => {
    const group = await groups.create(RACK, CAUSE);
    expect((await started()).all()).toEqual([group]);
    expect(group).toEqual({ id: 1, ...RACK, maker: '7' });
  });

  it('says in the audit log who made, changed and deleted what, and of a change only what differs', async () => {
    const group = await groups.create(RACK, CAUSE);
    const renamed = await groups.change(group, { ...RACK, name: 'Row' }, CAUSE);
    await groups.remove(renamed, CAUSE);
    const common = { object: 'group:1', who: 'ann' };
    expect(await log()).toEqual([
      { ...common, kind: 'group.create', before: null, after: RACK },
      { ...common, kind: 'group.change', before: { name: 'Rack' }, after: { name: 'Row' } },
      { ...common, kind: 'group.delete', before: renamed, after: null },
    ]);
    expect(groups.all()).toEqual([]);
    expect((await started()).all()).toEqual([]);
  });

  it('records nothing and notifies nobody where a change changes nothing', async () => {
    const group = await groups.create(RACK, CAUSE);
    received = [];
    expect(await groups.change(group, { ...group }, CAUSE)).toBe(group);
    expect(await log()).toHaveLength(1);
    expect(received).toEqual([]);
  });

  it('notifies of each change when it is durable, with the row before and after', async () => {
    const group = await groups.create(RACK, CAUSE);
    const renamed = await groups.change(group, { ...RACK, name: 'Row' }, CAUSE);
    await groups.remove(renamed, CAUSE);
    expect(received).toEqual([
      { id: 1, before: undefined, after: group },
      { id: 1, before: group, after: renamed },
      { id: 1, before: renamed, after: undefined },
    ]);
  });

  it.each<[string, (group: Readonly<GroupEntity>) => Promise<unknown>]>([
    ['a new entry', () => groups.create(RACK, CAUSE)],
    ['a change', (group) => groups.change(group, { ...RACK, name: 'Row' }, CAUSE)],
    ['a deletion', (group) => groups.remove(group, CAUSE)],
    ['a replacement of all', () => groups.replaceAll(MANY)],
  ])('is as before, in memory and in the database, when the unit of work of %s fails', async (_, work) => {
    const group = await groups.create(RACK, CAUSE);
    received = [];
    const failing = groups.inTransaction(async () => {
      await work(group);
      throw new Error('The storage is full.');
    });
    await expect(failing).rejects.toThrow('The storage is full.');
    expect(groups.all()).toEqual([group]);
    expect((await started()).all()).toEqual([group]);
    expect(await log()).toHaveLength(1);
    expect(received).toEqual([]);
  });

  it('takes an unknown id and one that is no number for unknown', async () => {
    await groups.create(RACK, CAUSE);
    expect(groups.find('1').name).toBe('Rack');
    for (const id of ['2', '01', '1.0', 'Rack', '']) expect(() => groups.find(id)).toThrow('No group has the id');
  });

  it('never gives an id twice', async () => {
    await groups.remove(await groups.create(RACK, CAUSE), CAUSE);
    expect((await groups.create(RACK, CAUSE)).id).toBe(2);
  });

  it('is replaced as a whole: readers see all of the old rows until they see all of the new ones', async () => {
    await groups.replaceAll(MANY);
    const renamed = MANY.map((group) => ({ ...group, name: 'Row' }));
    const seen = await seenDuring(groups.replaceAll(renamed), () => [...new Set(names())].join());
    expect(seen.filter((each) => each !== 'Rack' && each !== 'Row')).toEqual([]);
    expect(groups.all()).toEqual(renamed);
    expect((await started()).all()).toEqual(renamed);
  });

  it('gives way to others again and again while thousands of rows are replaced', async () => {
    const seen = await seenDuring(groups.replaceAll(MANY), () => groups.all().length);
    expect(seen.length).toBeGreaterThan(MANY.length / ENTRIES_AT_ONCE);
  });

  it('keeps the object of a row that a replacement leaves as it was, and notifies of the others only', async () => {
    const [stays, goes, changes] = [
      await groups.create(RACK, CAUSE),
      await groups.create(RACK, CAUSE),
      await groups.create(RACK, CAUSE),
    ];
    received = [];
    const changed = { ...changes, name: 'Row' };
    const fresh = { id: 9, ...RACK, maker: null };
    await groups.replaceAll([stays, changed, fresh]);
    expect(groups.get(1)).toBe(stays);
    expect(received).toEqual([
      { id: 3, before: changes, after: changed },
      { id: 9, before: undefined, after: fresh },
      { id: 2, before: goes, after: undefined },
    ]);
    expect((await started()).all()).toEqual([stays, changed, fresh]);
  });

  it('is empty after a replacement by nothing', async () => {
    await groups.replaceAll(MANY);
    await groups.replaceAll([]);
    expect([groups.all(), (await started()).all()]).toEqual([[], []]);
  });

  it('has room for so many entries, for fewer of one user, and for so many outlets in all of them', async () => {
    const user = { userId: '7', access: { isAdministrator: false } } as Parameters<GroupStore['assertRoomFor']>[1];
    const administrator = { ...user, access: { isAdministrator: true } } as typeof user;
    const own = (count: number, outlets = 1) =>
      Array.from({ length: count }, (_, place) => ({
        ...{ id: place + 1, name: 'Rack', delay: 0, maker: '7' },
        outlets: Array.from({ length: outlets }, () => '1-9'),
      }));
    await groups.replaceAll(own(249));
    expect(() => groups.assertRoomFor(RACK, user)).not.toThrow();
    await groups.replaceAll(own(250));
    expect(() => groups.assertRoomFor(RACK, user)).toThrow(expect.objectContaining({ code: 'LIST_SHARE_USED' }));
    expect(() => groups.assertRoomFor(RACK, { ...user, userId: '8' })).not.toThrow();
    expect(() => groups.assertRoomFor(RACK, administrator)).not.toThrow();
    await groups.replaceAll(own(100, 500));
    expect(() => groups.assertRoomFor(RACK, user)).toThrow(expect.objectContaining({ code: 'LIST_TOTAL_FULL' }));
    const [first] = groups.all() as [GroupEntity];
    expect(() => groups.assertFits(first, RACK)).not.toThrow();
    expect(() => groups.assertFits(first, { ...RACK, outlets: [...first.outlets, '2-9'] })).toThrow(
      expect.objectContaining({ code: 'LIST_TOTAL_FULL' }),
    );
    await groups.replaceAll(own(1000));
    expect(() => groups.assertRoomFor(RACK, administrator)).toThrow(expect.objectContaining({ code: 'LIST_FULL' }));
  });
});
