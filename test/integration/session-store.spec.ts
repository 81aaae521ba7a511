import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { aDatabase, type ModuleDatabase } from '../support/modules/module-database.js';
import { FakeAuditLog } from '../support/doubles/auth-doubles.js';
import { VirtualClock } from '../support/time/virtual-clock.js';
import type { AuditRecord } from '../../src/audit/audit-log.service.js';
import { SessionEntity } from '../../src/auth/session.entity.js';
import { SessionRepository } from '../../src/auth/sessions/session.repository.js';
import type { Session } from '../../src/auth/sessions/session.js';

const RECORD: AuditRecord = { kind: 'session.signOut', object: 'user:2', cause: { kind: 'session', who: 'anna' } };
const aSession = (id: string): Session => ({
  id,
  tokenHash: `hash of ${id}`,
  userId: '2',
  address: '10.0.0.5',
  agent: 'curl/8',
  byToken: false,
  createdAt: 0,
  seenAt: 0,
});

let database: ModuleDatabase;
let audit: FakeAuditLog;
let clock: VirtualClock;
let rows: SessionRepository;

const ids = async (): Promise<string[]> => (await rows.load()).map(({ id }) => id).sort();

beforeEach(async () => {
  jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  database = await aDatabase([SessionEntity]);
  audit = new FakeAuditLog();
  clock = new VirtualClock();
  rows = new SessionRepository(database.db, audit.service, clock);
});
afterEach(() => database.close());

describe('session rows', () => {
  it('match the table that TypeORM would create from the entity', async () => {
    const { upQueries } = await database.source.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('are written, updated and removed', async () => {
    const session = aSession('a');
    rows.changed(session);
    await rows.write();
    clock.advance(60_000);
    session.seenAt = clock.uptime();
    rows.changed(session);
    await rows.write();
    expect(await rows.load()).toMatchObject([{ id: 'a', lastSeenAt: clock.now(), createdAt: clock.now() - 60_000 }]);

    rows.ended(session, RECORD);
    await rows.write();
    expect(await ids()).toEqual([]);
    expect(audit.kinds).toEqual(['session.signOut']);
  });

  it('are written in batches of at most a hundred per transaction', async () => {
    const write = jest.spyOn(database.db, 'transaction');
    for (let i = 0; i < 130; i++) rows.changed(aSession(`s${i}`));
    await rows.write();
    expect(await ids()).toHaveLength(100);
    expect(rows.isBehind).toBe(true);
    await rows.write();
    expect(await ids()).toHaveLength(130);
    expect(rows.isBehind).toBe(false);
    expect(write).toHaveBeenCalledTimes(2);
  });

  it('start with the newest session, and with those that ended last', async () => {
    for (let i = 0; i < 130; i++) rows.changed(aSession(`s${i}`));
    await rows.write(undefined, aSession('opened'));
    expect(await ids()).toContain('opened');

    await rows.write();
    for (let i = 0; i < 130; i++) rows.ended(aSession(`s${i}`), RECORD);
    await rows.write();
    expect(await ids()).not.toContain('s129');
    expect(await ids()).toContain('s0');
  });

  it('are retried later when the disk is full', async () => {
    const full = jest.spyOn(database.db, 'transaction').mockRejectedValueOnce(new Error('SQLITE_FULL'));
    rows.changed(aSession('a'));
    await rows.write();
    expect(rows.isBehind).toBe(true);
    full.mockRestore();
    await rows.write();
    expect(await ids()).toEqual(['a']);
  });

  it('do not restore a session that ended while its row could not be written', async () => {
    const session = aSession('a');
    let fail: (error: Error) => void = () => undefined;
    const hanging = new Promise<never>((_, reject) => (fail = reject));
    const full = jest.spyOn(database.db, 'transaction').mockReturnValueOnce(hanging);
    rows.changed(session);
    const failing = rows.write();
    rows.ended(session, RECORD);
    full.mockRestore();
    await rows.write();
    fail(new Error('SQLITE_FULL'));
    await failing;
    await rows.write();
    expect(await ids()).toEqual([]);
  });

  it('include the other writes of the same transaction', async () => {
    rows.changed(aSession('a'));
    await rows.write(() => audit.record(RECORD));
    expect(audit.records).toEqual([RECORD]);
    await rows.write(() => Promise.reject(new Error('SQLITE_FULL')));
  });
});
