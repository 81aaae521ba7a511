import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { aDatabase, type RoomDatabase } from '../../test/support/room-database.js';
import { VirtualClock } from '../../test/support/virtual-clock.js';
import type { ActionExecutor } from '../actions/action-executor.service.js';
import type { Firing } from '../actions/firing.js';
import type { AuditLog } from '../audit/audit-log.service.js';
import { AutomationLimits } from '../actions/automation-limits.service.js';
import { EventMaker1700000003600 } from '../database/migrations/0036-event-maker.js';
import { Events1700000001500 } from '../database/migrations/0015-events.js';
import type { SettingsStore } from '../settings/settings.store.js';
import { EventFiring } from './event-firing.entity.js';
import { EventMark } from './event-mark.entity.js';
import { EventPowerOn } from './event-power-on.entity.js';
import { EventRecord } from './event.entity.js';
import { RuleJournal } from './rule-journal.service.js';

const firing = (eventId: number): Firing => ({
  eventId,
  eventName: 'A',
  code: 31,
  params: [],
  at: 1000,
  object: 'bank 1',
  objectKind: 'bank',
  objectId: '1',
  actionIds: [7],
  depth: 0,
});
const mark = (...triggered: string[]) => ({ triggered });

describe('the journal of the events', () => {
  let database: RoomDatabase;
  let accepted: number[];
  let run: number[];
  let recorded: string[];
  let isFull: boolean;
  let clock: VirtualClock;
  let journal: RuleJournal;

  beforeEach(async () => {
    database = await aDatabase(
      [EventRecord, EventMark, EventFiring, EventPowerOn],
      [Events1700000001500, EventMaker1700000003600],
    );
    [accepted, run, recorded, isFull, clock] = [[], [], [], false, new VirtualClock()];
    const executor = {
      accept: async ({ eventId }: Firing) => void accepted.push(eventId),
      run: ({ eventId }: Firing) => void run.push(eventId),
    } as unknown as ActionExecutor;
    const audit = {
      record: async (...deeds: { kind: string }[]) => {
        if (isFull) throw new Error('SQLITE_FULL');
        recorded.push(...deeds.map(({ kind }) => kind));
      },
    } as unknown as AuditLog;
    const settings = { get: () => 10 } as unknown as SettingsStore;
    journal = new RuleJournal(database.db, audit, executor, settings, clock, new AutomationLimits(audit, clock));
    jest.spyOn(Logger.prototype, 'error').mockReturnValue();
  });
  afterEach(() => database.close());

  it('writes what survives a restart, the firing and its actions as one', async () => {
    journal.keep([{ eventId: 1, eventName: 'A', mark: mark('1'), firings: [firing(1)] }]);
    await database.db.settled();
    expect([accepted, run, recorded]).toEqual([[1], [], ['event.trigger']]);
    expect(await journal.marks()).toEqual(new Map([[1, { triggered: ['1'] }]]));
    expect((await journal.firingsOf(1, 10)).map((row) => row.firing)).toEqual([firing(1)]);
  });

  it('runs the actions all the same when the storage is full, and writes the marks when there is space again', async () => {
    isFull = true;
    journal.keep([{ eventId: 1, eventName: 'A', mark: mark('1'), firings: [firing(1)] }]);
    await database.db.settled();
    await Promise.resolve();
    expect([run, (await journal.marks()).size]).toEqual([[1], 0]);
    isFull = false;
    journal.keep([{ eventId: 2, eventName: 'B', mark: mark('2'), firings: [] }]);
    await database.db.settled();
    expect([...(await journal.marks()).keys()].sort()).toEqual([1, 2]);
  });

  it('tells of a missed moment', async () => {
    journal.keep([{ eventId: 1, eventName: 'A', firings: [], missed: 5000 }]);
    await database.db.settled();
    expect(recorded).toEqual(['event.missed']);
  });

  it('writes down so many occurrences of all events, and runs the actions of the others all the same', async () => {
    for (let second = 0; second < 20; second++) {
      const changes = Array.from({ length: 300 }, (_, i) => i + second * 300);
      journal.keep(changes.map((id) => ({ eventId: id, eventName: 'A', firings: [firing(id)] })));
      clock.advance(1000);
    }
    await database.db.settled();
    expect(recorded.length).toBeLessThanOrEqual(500 + 20 * 50);
    expect(accepted.length + run.length).toBe(6000);
  });

  it('lets what fires again and again run without writing of it', async () => {
    for (let second = 0; second < 60; second++) {
      journal.keep([{ eventId: 1, eventName: 'A', firings: [firing(1)] }]);
      clock.advance(1000);
    }
    await database.db.settled();
    expect([recorded.length, accepted.length + run.length]).toEqual([11, 60]);
  });
});
