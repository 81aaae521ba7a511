import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { aDatabase, type ModuleDatabase } from '../support/modules/module-database.js';
import { VirtualClock } from '../support/time/virtual-clock.js';
import type { Cause } from '../../src/common/cause.js';
import { AuditEntryEntity } from '../../src/audit/audit-entry.entity.js';
import { AuditLogService, type AuditRecord } from '../../src/audit/audit-log.service.js';
import { AuditBounds } from '../../src/audit/audit-bounds.js';

const alice: Cause = { kind: 'session', who: 'alice', userId: '2', address: '192.0.2.7' };
const aRecord = (n = 1): AuditRecord => ({ kind: 'outlet.switch', object: `outlet:${n}-1200578`, cause: alice });

describe('the audit log', () => {
  let database: ModuleDatabase;
  let log: AuditLogService;
  const clock = new VirtualClock();

  const logOf = (bounds: AuditBounds) => new AuditLogService(database.db, clock, bounds);
  const entries = () => database.db.all(AuditEntryEntity);
  const ids = async () => (await entries()).map(({ id }) => id);

  beforeEach(async () => {
    database = await aDatabase([AuditEntryEntity]);
    log = logOf(new AuditBounds());
  });
  afterEach(() => database.close());

  it('records the user, the action, the source and the values before and after', async () => {
    await log.record({ ...aRecord(), before: { state: 'ON' }, after: { state: 'OFF' }, result: 'RELAY_FAULT' });
    expect(await entries()).toEqual([
      {
        id: 1,
        at: clock.now(),
        kind: 'outlet.switch',
        object: 'outlet:1-1200578',
        name: null,
        about: null,
        aboutName: null,
        via: 'session',
        who: 'alice',
        address: '192.0.2.7',
        before: '{"state":"ON"}',
        after: '{"state":"OFF"}',
        result: 'RELAY_FAULT',
        cause: null,
      },
    ]);
  });

  it('stores nothing of a record whose transaction is rolled back', async () => {
    const failing = database.db.transaction(async () => {
      await log.record(aRecord());
      throw new Error('the change failed');
    });
    await expect(failing).rejects.toThrow('the change failed');
    expect(await entries()).toEqual([]);
  });

  it('truncates an overlong name, and members that would fill the storage', async () => {
    await log.record({
      ...aRecord(),
      cause: { ...alice, who: '😀'.repeat(1000) },
      before: { text: 'x'.repeat(10_000) },
      after: { many: Array.from({ length: 100 }, () => 'y'.repeat(100)) },
    });
    const [entry] = await entries();
    expect(entry?.who).toBe(`${'😀'.repeat(127)}…`);
    expect(JSON.parse(entry?.before ?? '')).toEqual({ text: `${'x'.repeat(499)}…` });
    expect(JSON.parse(entry?.after ?? '')).toEqual({ omitted: '10310 characters' });
  });

  describe('within its limits', () => {
    const bounds: AuditBounds = { entries: 10, batch: 3 };

    it('never exceeds its maximum, whatever the number of records at once', async () => {
      log = logOf(bounds);
      for (const count of [1, 2, 4, 1, 1, 1, 7, 1, 13, 1, 1, 2, 1, 1, 1]) {
        await log.record(...Array.from({ length: count }, (_, i) => aRecord(i)));
        const stored = await ids();
        expect(stored.length).toBeLessThanOrEqual(10);
        expect(stored).toEqual(
          Array.from({ length: stored.length }, (_, i) => (stored.at(-1) ?? 0) - stored.length + 1 + i),
        );
      }
    });

    it('preserves the newest records, all but one batch', async () => {
      log = logOf(bounds);
      for (let n = 0; n < 40; n++) await log.record(aRecord(n));
      const stored = await ids();
      expect(stored.at(-1)).toBe(40);
      expect(stored.length).toBeGreaterThanOrEqual(7);
    });

    it('deletes nothing when the recording is rolled back', async () => {
      log = logOf(bounds);
      for (let n = 0; n < 11; n++) await log.record(aRecord(n));
      const before = await ids();
      const failing = database.db.transaction(async () => {
        await log.record(aRecord());
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await ids()).toEqual(before);
    });
  });

  describe('for its listeners', () => {
    it('notifies each entry with its id, in the order of the log', async () => {
      const seen: [number, string][] = [];
      log.onRecord(({ id, object }) => seen.push([id, object]));
      await log.record(aRecord(1), aRecord(2), aRecord(3));
      await log.record(aRecord(4));
      const stored = (await entries()).map(({ id, object }) => [id, object]);
      expect(seen).toEqual(stored);
      expect(seen).toHaveLength(4);
    });

    it('notifies nothing before the outermost transaction is durable, and nothing of one that is rolled back', async () => {
      const seen: number[] = [];
      log.onRecord(({ id }) => seen.push(id));
      await database.db.transaction(async () => {
        await log.record(aRecord());
        expect(seen).toEqual([]);
      });
      expect(seen).toEqual([1]);
      await database.db
        .transaction(async () => {
          await log.record(aRecord());
          throw new Error('no');
        })
        .catch(() => undefined);
      expect(seen).toEqual([1]);
    });

    it('notifies entries of an exclusive commit with their ids too, also after one that has failed', async () => {
      log = logOf({ entries: 10, batch: 3 });
      const seen: number[] = [];
      log.onRecord(({ id }) => seen.push(id));
      const commit = (...records: AuditRecord[]) =>
        database.db.exclusively(async (write) => write(await log.prepared(...records)));
      await commit(aRecord(1), aRecord(2));
      await log.record(aRecord(3));
      const failing = database.db.exclusively(async (write) => {
        const { statements } = await log.prepared(aRecord(4));
        await write({ statements: [...statements, { sql: 'INSERT INTO nowhere VALUES (1)', values: [] }] });
      });
      await expect(failing).rejects.toThrow('nowhere');
      for (let n = 4; n < 30; n++) await (n % 3 ? commit(aRecord(n)) : log.record(aRecord(n)));
      expect(seen).toEqual(Array.from({ length: 29 }, (_, place) => place + 1));
      const stored = await ids();
      expect([stored.at(-1), stored.length <= 10]).toEqual([29, true]);
    });

    it('continues when one of them fails', async () => {
      const error = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
      let notified = 0;
      log.onRecord(() => {
        throw new Error('broken');
      });
      log.onRecord(() => notified++);
      await log.record(aRecord());
      expect(notified).toBe(1);
      expect(error).toHaveBeenCalledTimes(1);
      error.mockRestore();
    });
  });
});
