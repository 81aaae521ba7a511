import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ApiError } from '../../src/common/errors.js';
import { SQLITE } from '../../src/database/sqlite-connection.js';
import { Db } from '../../src/database/db.js';
import type { HubLease } from '../../src/database/hub-lease.js';
import type { Writes } from '../../src/database/statement.js';

describe('the queue of writes', () => {
  let source: DataSource;
  let db: Db;

  beforeEach(async () => {
    source = await new DataSource({ type: 'sqlite', driver: SQLITE, database: ':memory:' }).initialize();
    await source.query('CREATE TABLE line (text text NOT NULL)');
    db = new Db(source);
  });
  afterEach(() => source.destroy());

  const insert = (text: string): Promise<unknown> =>
    db.transaction((entities) => entities.query('INSERT INTO line VALUES (?)', [text]));
  const lineOf = (text: string): Writes => ({ statements: [{ sql: 'INSERT INTO line VALUES (?)', values: [text] }] });
  const lines = async (): Promise<string[]> =>
    (await source.query<{ text: string }[]>('SELECT text FROM line ORDER BY rowid')).map(({ text }) => text);

  it('rolls back a transaction that fails, and no other', async () => {
    const failing = db.transaction(async (entities) => {
      await entities.query('INSERT INTO line VALUES (?)', ['A']);
      await insert('A, nested');
      throw new Error('changed its mind');
    });
    const others = [insert('B'), insert('C')];
    await expect(failing).rejects.toThrow('changed its mind');
    await Promise.all(others);
    expect(await lines()).toEqual(['B', 'C']);
  });

  it('preserves the order of the transactions', async () => {
    const texts = Array.from({ length: 50 }, (_, index) => String(index));
    await Promise.all(texts.map(insert));
    expect(await lines()).toEqual(texts);
  });

  it('commits again after SQLite has ended transactions by itself, as it does when the disk is full', async () => {
    const full = () =>
      db.transaction(async (entities) => {
        await entities.query('ROLLBACK');
        throw new Error('SQLITE_FULL: database or disk is full');
      });
    const failing = () => db.transaction(() => Promise.reject(new Error('failed')));
    for (const unit of [full, full, failing]) await expect(unit()).rejects.toThrow(/fail|full/i);
    await insert('after');
    await source.query('BEGIN'); // refused if a transaction were still open, which would include this row
    await source.query('ROLLBACK');
    expect(await lines()).toEqual(['after']);
  });

  it('lets no other between the transactions of exclusive work, each of which is durable by itself', async () => {
    const work = db.exclusively(async (commit) => {
      await commit(lineOf('A'));
      const { statements } = lineOf('B');
      const failing = commit({ statements: [...statements, { sql: 'INSERT INTO line VALUES (?)', values: [null] }] });
      await expect(failing).rejects.toThrow('SQLITE_CONSTRAINT: NOT NULL');
      await commit(lineOf('C'));
    });
    await Promise.all([work, insert('after'), db.exclusively((commit) => commit(lineOf('first')), 'first')]);
    expect(await lines()).toEqual(['A', 'C', 'first', 'after']);
  });

  it.each([
    ['short', ''],
    ['longer than SQLite reads in one statement', 'x'.repeat(600_000)],
  ])('stores what is known beforehand as it is, in a commit that is %s', async (_, padding) => {
    const texts = ["'); DROP TABLE line; --", 'Zürich 🔌', '?', '', `a${padding}`];
    const seen: string[] = [];
    const committed = () => seen.push('committed');
    const statements = texts.flatMap((text) => lineOf(text).statements);
    await db.exclusively((commit) => commit({ statements, committed }));
    expect([await lines(), seen]).toEqual([texts, ['committed']]);
    const failing = db.exclusively((commit) =>
      commit({ statements: [...statements, { sql: 'INSERT INTO nowhere VALUES (?)', values: [1] }], committed }),
    );
    await expect(failing).rejects.toThrow('no such table: nowhere');
    expect([await lines(), seen]).toEqual([texts, ['committed']]);
  });

  it('joins a nested write to the running transaction', async () => {
    await db.transaction(async () => {
      await insert('outer');
      await db.transaction(() => insert('inner'));
    });
    expect(await lines()).toEqual(['outer', 'inner']);
  });

  it('catches up with another hub, or says that the database does not answer', async () => {
    await expect(db.catchUp()).resolves.toBeUndefined();
    const numbers = jest.fn(async () => ({}));
    const shared = new Db(source, undefined, {
      isShared: true,
      numbers,
      onNumbers: () => undefined,
    } as object as HubLease);
    await expect(shared.catchUp()).resolves.toBeUndefined();
    numbers.mockRejectedValueOnce(new Error('Connection terminated'));
    await expect(shared.catchUp()).rejects.toMatchObject({ code: 'DATABASE_UNREACHABLE' });
    await expect(shared.catchUp()).resolves.toBeUndefined();
  });

  it('reports when all requested writes are done', async () => {
    void insert('last');
    await db.idle();
    expect(await lines()).toEqual(['last']);
  });

  describe('when the controller stops', () => {
    const answered = (writes: readonly Promise<unknown>[]): Promise<unknown[]> =>
      Promise.all(
        writes.map((write) => write.then(() => 'stored').catch((error: unknown) => (error as ApiError).code)),
      );

    it('stores the next thirty of many waiting writes, and refuses the others with STOPPING', async () => {
      const writes = Array.from({ length: 100 }, (_, index) => insert(String(index)));
      db.onModuleDestroy();
      const answers = await answered(writes);
      const stored = answers.filter((answer) => answer === 'stored').length;
      expect(stored).toBe(31); // the running one, and thirty
      expect(answers).toEqual([...Array(stored).fill('stored'), ...Array(100 - stored).fill('STOPPING')]);
      expect(await lines()).toHaveLength(stored);
    });

    it('completes the running transaction, and no write reaches a closed database', async () => {
      const writes = Array.from({ length: 10 }, (_, index) => insert(String(index)));
      await db.onApplicationShutdown();
      expect(await lines()).toEqual(['0']);
      writes.push(insert('after'));
      expect(await answered(writes)).toEqual(['stored', ...Array(10).fill('STOPPING')]);
      expect(await lines()).toEqual(['0']);
    });
  });

  describe('a callback after the commit', () => {
    it('runs when the whole transaction is durable, not when a nested part is done', async () => {
      const seen: string[] = [];
      await db.transaction(async () => {
        await db.transaction(async () => {
          db.afterCommit(() => seen.push('committed'));
          await insert('inner');
        });
        seen.push('the outer unit goes on');
        await insert('outer');
      });
      expect(seen).toEqual(['the outer unit goes on', 'committed']);
    });

    it('has run when the write resolves, and before the next transaction begins', async () => {
      const seen: string[] = [];
      const first = db.transaction(async () => db.afterCommit(() => seen.push('committed')));
      const second = db.transaction(async () => seen.push('next unit'));
      await first;
      expect(seen[0]).toBe('committed');
      await second;
      expect(seen).toEqual(['committed', 'next unit']);
    });

    it('does not run when the transaction is rolled back', async () => {
      let isNotified = false;
      const failing = db.transaction(async () => {
        await db.transaction(async () => db.afterCommit(() => (isNotified = true)));
        throw new Error('changed its mind');
      });
      await expect(failing).rejects.toThrow('changed its mind');
      await db.idle();
      expect(isNotified).toBe(false);
    });

    it('may write again, in a separate transaction', async () => {
      let follow: Promise<unknown> | undefined;
      await db.transaction(async () => {
        db.afterCommit(() => {
          follow = insert('followed');
        });
      });
      await follow;
      expect(await lines()).toEqual(['followed']);
    });

    it('cannot undo the commit by failing', async () => {
      const error = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
      let second = false;
      await db.transaction(async () => {
        db.afterCommit(() => {
          throw new Error('a reader is broken');
        });
        db.afterCommit(() => (second = true));
        await insert('stored');
      });
      expect(await lines()).toEqual(['stored']);
      expect(second).toBe(true);
      expect(error).toHaveBeenCalledTimes(1);
      error.mockRestore();
    });

    it('runs at once outside a transaction, where everything is already durable', () => {
      let isNotified = false;
      db.afterCommit(() => (isNotified = true));
      expect(isNotified).toBe(true);
    });
  });
});
