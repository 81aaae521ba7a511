import { beforeEach, describe, expect, it } from '@jest/globals';
import { accessWith, ADMINISTRATOR } from '../../../test/support/fixtures/permissions.js';
import { VirtualClock } from '../../../test/support/time/virtual-clock.js';
import type { CallerWithAddress } from '../../common/access.js';
import type { PduDriver } from '../../hardware/pdu.driver.js';
import type { SnapshotStore } from '../../hardware/snapshot.store.js';
import type { RuleChange, RuleJournalService } from '../occurrences/rule-journal.service.js';
import type { EventObjectNames } from '../event-object-names.js';
import type { EvaluationContexts } from '../evaluation-contexts.js';
import type { EventStore, StoredEvent } from '../event.store.js';
import type { Rule, RulesService } from '../rules.service.js';
import type { Acknowledgement, AcknowledgementStore } from './acknowledgement.store.js';
import { AlarmsService } from './alarms.service.js';
import type { ConditionAlarmsService } from './condition-alarms.service.js';

const EVENT = { id: 3, name: 'Overload', code: 45, params: ['any'], actions: [], enabled: true, maker: null };
const outlets = (count: number): string[] => Array.from({ length: count }, (_, place) => `${place + 1}-1`);

/** A rule that has triggered for these outlets, each a second after the one before. */
const aRule = (ids: readonly string[], measured = true): Rule =>
  ({
    event: EVENT,
    compiled: {
      kind: 'level',
      sustain: 0,
      measured,
      limit: { label: 'current', unit: 'A', limit: 5, direction: 'above' },
      watches: ids.map((id) => ({
        object: { kind: 'outlet', id, name: `outlet ${id}` },
        holds: () => true,
        measure: () => 7.123456,
      })),
    },
    state: {
      triggered: true,
      watches: ids.map((_, place) => ({ triggered: true, unknown: 0, triggeredAt: 1000 * (place + 1) })),
    },
  }) as unknown as Rule;

describe('the alarms', () => {
  let rules: Rule[];
  let acknowledged: Map<string, Acknowledgement>;
  let isFresh: boolean;
  let record: (changes: readonly RuleChange[]) => void;
  let change: (changes: readonly object[]) => void;
  let alarms: AlarmsService;
  const caller = {
    access: ADMINISTRATOR,
    username: 'anna',
    userId: '7',
    address: '192.0.2.1',
    credential: { kind: 'session' },
  } as unknown as CallerWithAddress;
  const idOf = (place: number): string => alarms.list(ADMINISTRATOR).alarms[place]?.id ?? '';

  beforeEach(() => {
    [rules, acknowledged, isFresh] = [[], new Map(), true];
    const store = {
      get: ({ objectId }: Acknowledgement) => acknowledged.get(objectId),
      put: async (row: Acknowledgement) => void acknowledged.set(row.objectId, row),
      remove: async ({ objectId }: Acknowledgement) => void acknowledged.delete(objectId),
      forget: (hasEnded: (row: Acknowledgement) => boolean) => {
        for (const [id, row] of acknowledged) if (hasEnded(row)) acknowledged.delete(id);
      },
    } as unknown as AcknowledgementStore;
    const contexts = {
      get newest() {
        return { now: { fresh: isFresh } };
      },
    } as unknown as EvaluationContexts;
    alarms = new AlarmsService(
      {
        get triggered() {
          return rules;
        },
      } as unknown as RulesService,
      contexts,
      store,
      { touch: () => undefined } as unknown as SnapshotStore,
      new VirtualClock(),
      { all: [], active: [], has: () => false, onEnd: () => undefined } as unknown as ConditionAlarmsService,
      {} as unknown as PduDriver,
      { of: () => ({}) } as unknown as EventObjectNames,
      { onChange: (listener: typeof change) => void (change = listener) } as unknown as EventStore,
      { onRecord: (listener: typeof record) => void (record = listener) } as unknown as RuleJournalService,
    );
  });

  it('are one of each object, the newest first, at most 200 of them, and all are counted', async () => {
    rules = [aRule(outlets(250))];
    await alarms.acknowledge(idOf(0), undefined, caller);
    const { alarms: listed, total, unacknowledged } = alarms.list(ADMINISTRATOR);
    expect([listed.length, total, unacknowledged]).toEqual([200, 250, 249]);
    expect(listed[0]?.objectId).toBe('249-1');
    expect(alarms.count()).toEqual({ total: 250, unacknowledged: 249 });
  });

  it('have no value while the hardware does not answer', () => {
    rules = [aRule(['1-1'])];
    expect(alarms.list(ADMINISTRATOR).alarms[0]?.reading?.value).toBe(7.123);
    isFresh = false;
    expect(alarms.list(ADMINISTRATOR).alarms[0]?.reading).toEqual({
      ...{ label: 'current', unit: 'A', limit: 5, direction: 'above' },
    });
    rules = [aRule(['1-1'], false)];
    expect(alarms.list(ADMINISTRATOR).alarms[0]?.reading?.value).toBe(7.123);
  });

  it('that triggered before this was stored have no beginning, and can be acknowledged', async () => {
    const rule = aRule(['1-1']);
    rules = [{ ...rule, state: { triggered: true, watches: [{ triggered: true, unknown: 0 }] } }];
    expect(alarms.list(ADMINISTRATOR).alarms[0]).not.toHaveProperty('since');
    await alarms.acknowledge(idOf(0), 'Known', caller);
    expect(alarms.list(ADMINISTRATOR).alarms[0]?.acknowledgement?.note).toBe('Known');
    record([aChange(['1-1'], [0])]);
    expect(alarms.count().unacknowledged).toBe(0);
  });

  it('lose their acknowledgement when they end or begin again, while those of others stay', async () => {
    rules = [aRule(['1-1', '2-1', '3-1'])];
    for (const place of [0, 1, 2]) await alarms.acknowledge(idOf(0), String(place), caller);
    expect(alarms.count().unacknowledged).toBe(0);
    record([{ eventId: 9, eventName: 'Other', occurrences: [] }]);
    expect(acknowledged.size).toBe(3);
    record([aChange(['2-1', '3-1'], [2000, 9000])]);
    expect([...acknowledged.keys()]).toEqual(['2-1']);
  });

  it('lose it when their event watches something else or is deleted, not with another name', async () => {
    rules = [aRule(['1-1'])];
    const event = EVENT as StoredEvent;
    for (const [after, left] of [
      [{ ...event, name: 'Too much' }, 1],
      [{ ...event, enabled: false }, 0],
      [{ ...event, params: ['1-1'] }, 0],
      [undefined, 0],
    ] as const) {
      await alarms.acknowledge(idOf(0), undefined, caller);
      change([{ id: 3, before: event, after }]);
      expect(acknowledged.size).toBe(left);
    }
  });

  it('of an object that the caller may not read are unknown', async () => {
    rules = [aRule(['1-1'])];
    const id = idOf(0);
    const stranger = accessWith({ viewEventActions: true, viewOutlets: ['2-1'] });
    expect(alarms.list(stranger)).toEqual({ alarms: [], total: 0, unacknowledged: 0 });
    await expect(alarms.acknowledge(id, undefined, { ...caller, access: stranger })).rejects.toMatchObject({
      code: 'ALARM_UNKNOWN',
    });
    await expect(alarms.takeBack(id, { ...caller, access: stranger })).rejects.toMatchObject({ code: 'ALARM_UNKNOWN' });
  });
});

const aChange = (triggered: string[], triggeredAt: number[]): RuleChange => ({
  ...{ eventId: 3, eventName: 'Overload', occurrences: [] },
  ruleState: { triggered, triggeredAt },
});
