import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { aDatabase, type ModuleDatabase } from '../support/modules/module-database.js';
import { ActionBench, DONE } from '../support/modules/action-bench.js';
import { VirtualClock } from '../support/time/virtual-clock.js';
import { Ticks } from '../../src/kernel/ticks.js';
import type { ActionDispatcherService } from '../../src/actions/execution/action-dispatcher.service.js';
import type { ActionRun } from '../../src/actions/execution/action-run.js';
import type { EventOccurrence } from '../../src/actions/event-occurrence.js';
import type { NewestEntries } from '../../src/audit/newest-entries.js';
import type { AuditLogService } from '../../src/audit/audit-log.service.js';
import { RunBudget } from '../../src/actions/limits/run-budget.js';
import { AutomationLimitsService } from '../../src/actions/limits/automation-limits.service.js';
import type { SettingsStore } from '../../src/settings/settings.store.js';
import {
  EventOccurrenceEntity,
  EventEntity,
  EventPowerOnEntity,
  EventRuleStateEntity,
} from '../../src/events/event.entity.js';
import { RuleJournalService } from '../../src/events/occurrences/rule-journal.service.js';

const occurrence = (eventId: number): EventOccurrence => ({
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
const ruleState = (...triggered: string[]) => ({ triggered });

describe('the stored states of events', () => {
  let database: ModuleDatabase;
  let accepted: number[];
  let run: number[];
  let recorded: string[];
  let isFull: boolean;
  let clock: VirtualClock;
  let journal: RuleJournalService;

  beforeEach(async () => {
    database = await aDatabase([EventEntity, EventRuleStateEntity, EventOccurrenceEntity, EventPowerOnEntity]);
    [accepted, run, recorded, isFull, clock] = [[], [], [], false, new VirtualClock()];
    const eventsOf = (runs: readonly ActionRun[]) => runs.map(({ occurrence: { eventId } }) => eventId);
    const dispatcher = {
      plan: (each: EventOccurrence) => [{ occurrence: each }],
      beginInTransaction: async (runs: readonly ActionRun[]) => void accepted.push(...eventsOf(runs)),
      begin: (runs: readonly ActionRun[]) => void run.push(...eventsOf(runs)),
      dispatch: (each: EventOccurrence) => void run.push(each.eventId),
    } as unknown as ActionDispatcherService;
    journal = journalWith(dispatcher);
    jest.spyOn(Logger.prototype, 'error').mockReturnValue();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await database.close();
  });

  const journalWith = (dispatcher: ActionDispatcherService): RuleJournalService => {
    const audit = {
      record: async (...records: { kind: string }[]) => {
        if (isFull) throw new Error('SQLITE_FULL');
        recorded.push(...records.map(({ kind }) => kind));
        return [];
      },
    } as unknown as AuditLogService;
    const settings = { get: () => 10 } as unknown as SettingsStore;
    return new RuleJournalService(
      database.db,
      audit,
      dispatcher,
      new RunBudget(settings, clock),
      new AutomationLimitsService(audit, new Ticks(), clock),
      { since: () => undefined } as unknown as NewestEntries,
    );
  };

  it('survive a restart, with the occurrence and its actions in one transaction', async () => {
    journal.record([{ eventId: 1, eventName: 'A', ruleState: ruleState('1'), occurrences: [occurrence(1)] }]);
    await database.db.idle();
    expect([accepted, run, recorded]).toEqual([[1], [], ['event.trigger']]);
    expect(await journal.ruleStates()).toEqual(new Map([[1, { triggered: ['1'] }]]));
    expect((await journal.occurrencesOf(1, 10)).map((row) => row.occurrence)).toEqual([occurrence(1)]);
  });

  it('have the moments at which the objects triggered, which events from before do not have', async () => {
    const state = { triggered: ['1', '2'], triggeredAt: [1000, 2000] };
    journal.record([{ eventId: 1, eventName: 'A', ruleState: state, occurrences: [] }]);
    journal.record([{ eventId: 2, eventName: 'B', ruleState: ruleState('3'), occurrences: [] }]);
    await database.db.idle();
    expect(await journal.ruleStates()).toEqual(
      new Map<number, object>([
        [1, state],
        [2, { triggered: ['3'] }],
      ]),
    );
  });

  it('do not stop the actions when the disk is full, and are written when there is space again', async () => {
    isFull = true;
    journal.record([{ eventId: 1, eventName: 'A', ruleState: ruleState('1'), occurrences: [occurrence(1)] }]);
    await database.db.idle();
    await Promise.resolve();
    expect([run, (await journal.ruleStates()).size]).toEqual([[1], 0]);
    isFull = false;
    journal.record([{ eventId: 2, eventName: 'B', ruleState: ruleState('2'), occurrences: [] }]);
    await database.db.idle();
    expect([...(await journal.ruleStates()).keys()].sort()).toEqual([1, 2]);
  });

  it('are written when there is space again though no event does anything', async () => {
    isFull = true;
    journal.record([{ eventId: 1, eventName: 'A', ruleState: ruleState('1'), occurrences: [occurrence(1)] }]);
    await database.db.idle();
    isFull = false;
    journal.saveUnsaved(0);
    await database.db.idle();
    expect(await journal.ruleStates()).toEqual(new Map([[1, { triggered: ['1'] }]]));
    expect(run).toEqual([1]);
  });

  it('are tried less and less often while the disk stays full, and at once for the next time that it is', async () => {
    const secondsOfAttempts = async (begin: number): Promise<number[]> => {
      const attempts = jest.spyOn(database.db, 'transaction').mockRejectedValue(new Error('SQLITE_FULL'));
      journal.record([{ eventId: 1, eventName: 'A', ruleState: ruleState('1'), occurrences: [] }]);
      await new Promise(setImmediate);
      const seconds: number[] = [];
      for (let second = 0; second < 200; second++) {
        const { length } = attempts.mock.calls;
        journal.saveUnsaved((begin + second) * 1000);
        if (attempts.mock.calls.length > length) seconds.push(second);
        await new Promise(setImmediate);
      }
      attempts.mockRestore();
      return seconds;
    };
    expect(await secondsOfAttempts(0)).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183]);
    journal.saveUnsaved(243_000);
    await database.db.idle();
    expect([...(await journal.ruleStates()).keys()]).toEqual([1]);
    expect((await secondsOfAttempts(300)).slice(0, 4)).toEqual([0, 1, 3, 7]);
  });

  it('are not written for an event that was changed meanwhile', async () => {
    const change = database.db.transaction(async () => {
      await new Promise(setImmediate);
      database.db.afterCommit(() => journal.forget(1));
    });
    journal.record([
      { eventId: 1, eventName: 'A', ruleState: ruleState('1'), occurrences: [occurrence(1)] },
      { eventId: 2, eventName: 'B', ruleState: ruleState('2'), occurrences: [] },
    ]);
    await change;
    await database.db.idle();
    expect([...(await journal.ruleStates()).keys()]).toEqual([2]);
    expect(accepted).toEqual([1]);
  });

  it('count the actions once when the disk turns out to be full after they were planned', async () => {
    const bench = new ActionBench();
    const ran: string[] = [];
    const action = (name: string) => ({ perform: async () => (ran.push(name), DONE) });
    const controller = await bench.start({ 7: action('the only run of the minute') }, 1);
    jest.spyOn(controller.runs, 'insert').mockRejectedValue(new Error('SQLITE_FULL'));
    const full = journalWith(controller.dispatcher);
    full.record([{ eventId: 1, eventName: 'A', ruleState: ruleState('1'), occurrences: [occurrence(1)] }]);
    await database.db.idle();
    await controller.idle();
    expect(ran).toEqual(['the only run of the minute']);
    await bench.stop();
  });

  it('report a missed scheduled moment', async () => {
    journal.record([{ eventId: 1, eventName: 'A', occurrences: [], missed: 5000 }]);
    await database.db.idle();
    expect(recorded).toEqual(['event.missed']);
  });

  it('record a limited number of occurrences of all events; the actions of the others still run', async () => {
    for (let second = 0; second < 20; second++) {
      const changes = Array.from({ length: 300 }, (_, i) => i + second * 300);
      journal.record(changes.map((id) => ({ eventId: id, eventName: 'A', occurrences: [occurrence(id)] })));
      clock.advance(1000);
    }
    await database.db.idle();
    expect(recorded.length).toBeLessThanOrEqual(500 + 20 * 50);
    expect(accepted.length + run.length).toBe(6000);
  });

  it('let an event that triggers repeatedly run without a write each time', async () => {
    for (let second = 0; second < 60; second++) {
      journal.record([{ eventId: 1, eventName: 'A', occurrences: [occurrence(1)] }]);
      clock.advance(1000);
    }
    await database.db.idle();
    expect([recorded.length, accepted.length + run.length]).toEqual([11, 60]);
  });
});
