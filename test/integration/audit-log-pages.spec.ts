import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { aDatabase, type ModuleDatabase } from '../support/modules/module-database.js';
import { VirtualClock } from '../support/time/virtual-clock.js';
import { Access } from '../../src/common/access.js';
import { AuditBounds } from '../../src/audit/audit-bounds.js';
import { AuditEntryEntity } from '../../src/audit/audit-entry.entity.js';
import { AuditLogService } from '../../src/audit/audit-log.service.js';
import { EntryReader } from '../../src/audit/entry-reader.js';
import { EntryRights } from '../../src/audit/entry-rights.js';
import { LogService } from '../../src/audit/log.service.js';
import { completePermissions } from '../../src/roles/role-permissions.js';

const START = Date.parse('2026-03-02T08:00:00Z');

describe('the pages of the audit log', () => {
  let database: ModuleDatabase;
  let log: LogService;

  beforeEach(async () => {
    database = await aDatabase([AuditEntryEntity]);
    const rights = new EntryRights();
    const audit = new AuditLogService(database.db, new VirtualClock(), new AuditBounds());
    log = new LogService(database.db, rights, new EntryReader(database.db, rights), audit);
  });
  afterEach(() => database.close());

  /** Records one entry a second. */
  const write = async (...entries: Partial<AuditEntryEntity>[]): Promise<void> => {
    for (const entry of entries) {
      const [{ count }] = await database.source.query<[{ count: number }]>('SELECT count(*) AS count FROM audit_entry');
      await database.db.transaction((entities) =>
        entities.insert(AuditEntryEntity, {
          at: START + count * 1000,
          kind: 'outlet.switch',
          object: 'outlet:1-7',
          via: 'session',
          who: 'alice',
          address: null,
          before: null,
          after: null,
          result: 'ok',
          ...entry,
        }),
      );
    }
  };
  const many = (count: number, entry: Partial<AuditEntryEntity> = {}) => Array.from({ length: count }, () => entry);
  const ids = async (query: Parameters<LogService['page']>[0]): Promise<number[]> =>
    (await log.page(query)).entries.map(({ id }) => id);

  it('show the newest entry first, as documented', async () => {
    await write({}, { address: '192.0.2.7', before: '{"state":"ON"}', after: '{"state":"OFF"}' });
    const { entries, nextBefore } = await log.page({ limit: 100 });
    expect(entries).toEqual([
      {
        id: 2,
        time: '2026-03-02T08:00:01.000Z',
        kind: 'outlet.switch',
        object: 'outlet:1-7',
        sentence: 'Outlet 1-7 was switched off by alice.',
        via: 'session',
        who: 'alice',
        address: '192.0.2.7',
        before: { state: 'ON' },
        after: { state: 'OFF' },
        result: 'ok',
      },
      {
        id: 1,
        time: '2026-03-02T08:00:00.000Z',
        kind: 'outlet.switch',
        object: 'outlet:1-7',
        sentence: 'Outlet 1-7 was switched by alice.',
        via: 'session',
        who: 'alice',
        result: 'ok',
      },
    ]);
    expect(nextBefore).toBeUndefined();
  });

  it('have no gap or repetition while new entries are recorded', async () => {
    await write(...many(7));
    const seen: number[] = [];
    let before: number | undefined;
    for (let page = 0; page < 3; page++) {
      const { entries, nextBefore } = await log.page({ limit: 3, ...(before !== undefined && { before }) });
      seen.push(...entries.map(({ id }) => id));
      before = nextBefore;
      await write({});
    }
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(before).toBeUndefined();
  });

  it('have the newest hundred where no limit is given', async () => {
    await write(...many(102));
    expect(await ids({})).toHaveLength(100);
  });

  it('can be followed towards the newest without missing one', async () => {
    await write(...many(7));
    expect(await ids({ limit: 3, after: 2 })).toEqual([5, 4, 3]);
    expect(await ids({ limit: 3, after: 5 })).toEqual([7, 6]);
    expect(await ids({ limit: 3, after: 7 })).toEqual([]);
    expect(await ids({ limit: 3, after: 2, before: 7 })).toEqual([6, 5, 4]);
  });

  it('filter by a kind, or all kinds of a module', async () => {
    await write({ kind: 'outlet.switch' }, { kind: 'outlet.rename' }, { kind: 'outlets.x' }, { kind: 'user.create' });
    expect(await ids({ limit: 9, kind: 'outlet.' })).toEqual([2, 1]);
    expect(await ids({ limit: 9, kind: 'outlet.rename' })).toEqual([2]);
    expect(await ids({ limit: 9, kind: 'outlet' })).toEqual([]);
    expect(await ids({ limit: 9, kind: "' OR 1=1 --" })).toEqual([]);
  });

  it('filter by object, user, result and time range', async () => {
    await write({}, { object: 'user:2' }, { who: 'bob' }, { result: 'RELAY_FAULT' }, {});
    expect(await ids({ limit: 9, object: 'user:2' })).toEqual([2]);
    expect(await ids({ limit: 9, who: 'bob' })).toEqual([3]);
    expect(await ids({ limit: 9, result: 'RELAY_FAULT' })).toEqual([4]);
    expect(await ids({ limit: 9, from: START + 1000, to: START + 3000 })).toEqual([4, 3, 2]);
    expect(await ids({ limit: 9, from: START + 1000, result: 'ok', who: 'alice' })).toEqual([5, 2]);
  });

  it('never contain an entry that is not durable yet', async () => {
    const failing = database.db.transaction(async (entities) => {
      await entities.query(
        `INSERT INTO audit_entry (at, kind, object, via, who, result) VALUES (1, 'a', 'b', 'c', 'd', 'e')`,
      );
      await Promise.resolve();
      throw new Error('no');
    });
    const page = log.page({ limit: 9 });
    await expect(failing).rejects.toThrow('no');
    expect((await page).entries).toEqual([]);
  });

  it('need few reads for a role that may read one entry of many', async () => {
    await database.source
      .query(`WITH RECURSIVE "row" ("id") AS (SELECT 1 UNION ALL SELECT "id" + 1 FROM "row" LIMIT 2000)
      INSERT INTO audit_entry (id, at, kind, object, via, who, result)
      SELECT "id", ${START}, 'outlet.switch', CASE "id" WHEN 3 THEN 'outlet:1-7' ELSE 'outlet:2-7' END, 'session', 'alice', 'ok' FROM "row"`);
    const access = new Access(
      completePermissions({ viewLog: true, viewOutlets: ['1-7'] }, { outlets: [{ id: '1-7' }] }),
      false,
    );
    const reads = jest.spyOn(database.db, 'transaction');
    const { entries, nextBefore } = await log.page({ limit: 1 }, access);
    expect([entries.map(({ id }) => id), nextBefore]).toEqual([[3], undefined]);
    expect(reads.mock.calls.length).toBeLessThan(10);
  });

  it('use an index for every filter', async () => {
    const plan = async (where: string): Promise<string> =>
      JSON.stringify(
        await database.source.query(
          `EXPLAIN QUERY PLAN SELECT * FROM audit_entry WHERE ${where} ORDER BY id DESC LIMIT 100`,
        ),
      );
    expect(await plan(`kind = 'a'`)).toContain('audit_entry_kind');
    expect(await plan(`kind >= 'a.' AND kind < 'a/'`)).toMatch(/audit_entry_kind|SCAN audit_entry"/);
    expect(await plan(`object = 'a'`)).toContain('audit_entry_object');
    expect(await plan(`who = 'a'`)).toContain('audit_entry_who');
    expect(await plan(`id < 5`)).toContain('INTEGER PRIMARY KEY');
  });
});
