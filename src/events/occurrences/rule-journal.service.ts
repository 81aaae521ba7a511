import { Injectable, Logger } from '@nestjs/common';
import { LessThanOrEqual, type EntityManager } from 'typeorm';
import { ActionDispatcherService } from '../../actions/execution/action-dispatcher.service.js';
import type { EventOccurrence } from '../../actions/event-occurrence.js';
import { AutomationLimitsService } from '../../actions/limits/automation-limits.service.js';
import { RunBudget } from '../../actions/limits/run-budget.js';
import { auditObjectOf, type ActionRun } from '../../actions/execution/action-run.js';
import { NewestEntries } from '../../audit/newest-entries.js';
import { AuditLogService, type AuditRecord } from '../../audit/audit-log.service.js';
import { Db } from '../../database/db.js';
import type { Cause } from '../../common/cause.js';
import type { Millis } from '../../common/clock.js';
import { RetryDelay } from '../../common/retry-delay.js';
import type { RuleState } from '../engine/trigger-state.js';
import { EventOccurrenceEntity, EventRuleStateEntity } from '../event.entity.js';
import { eventCode } from '../catalogue/index.js';
import { objectOf } from '../event.store.js';
import { entryThatLedTo } from './led-by.js';

/** The change of one event in a tick, as far as it is stored. */
export interface RuleChange {
  readonly eventId: number;
  readonly eventName: string;
  /** Set when what survives a restart has changed. */
  readonly ruleState?: RuleState;
  readonly occurrences: readonly EventOccurrence[];
  /** A scheduled moment that passed without triggering, wall clock. */
  readonly missed?: Millis;
}

/** Number of occurrences that are stored, and number of the oldest that are deleted at a time. */
const MAX_ROWS = 5000;
const BATCH = 250;
/** Called with what events did in a tick, and with those occurrences that are recorded. */
export type RuleListener = (changes: readonly RuleChange[], recorded: readonly EventOccurrence[]) => void;

const CAUSE: Cause = { kind: 'system', who: 'events' };
const SCHEDULE: Cause = { kind: 'schedule', who: 'events' };

/** Writes down what events did: one unit of work a tick in which something happened, none in any other. */
@Injectable()
export class RuleJournalService {
  readonly #logger = new Logger('Events');
  /** Rule states that are not stored yet. */
  readonly #unsaved = new Map<number, RuleState>();
  readonly #listeners: RuleListener[] = [];
  readonly #delay = new RetryDelay(() => 0);
  #retryAt: Millis = 0;
  /** Units of work that are under way. */
  #saving = 0;

  constructor(
    private readonly db: Db,
    private readonly audit: AuditLogService,
    private readonly dispatcher: ActionDispatcherService,
    private readonly budget: RunBudget,
    private readonly limits: AutomationLimitsService,
    private readonly newest: NewestEntries,
  ) {}

  /** Calls the listener in each tick in which an event did something. It must not block. */
  onRecord(listener: RuleListener): void {
    this.#listeners.push(listener);
  }

  async ruleStates(): Promise<ReadonlyMap<number, RuleState>> {
    const rows = await this.db.all(EventRuleStateEntity);
    // A database that was damaged in a page of this table must not keep the controller from starting.
    const readable = rows.filter(({ triggered }) => Array.isArray(triggered));
    return new Map(
      readable.map(({ eventId, triggered, triggeredAt, lastFired }) => [
        eventId,
        { triggered, ...(Array.isArray(triggeredAt) && { triggeredAt }), ...(lastFired !== null && { lastFired }) },
      ]),
    );
  }

  /** Begins to keep what happened and to run the actions; never throws, never waits. */
  record(changes: readonly RuleChange[]): void {
    for (const { eventId, ruleState } of changes) if (ruleState) this.#unsaved.set(eventId, ruleState);
    const occurrences = changes.flatMap((change) => change.occurrences);
    const recorded = occurrences.filter((occurrence) => this.#isRecorded(occurrence));
    for (const listener of this.#listeners) listener(changes, recorded);
    const triggers = recorded.map((each) => triggered(each, () => entryThatLedTo(each, this.newest)));
    const auditRecords = [...triggers, ...changes.flatMap(missed)];
    if (this.#unsaved.size + auditRecords.length === 0) {
      for (const occurrence of occurrences) this.dispatcher.dispatch(occurrence);
      return;
    }
    const ruleStates = new Map(this.#unsaved);
    const planned = new Map<EventOccurrence, readonly ActionRun[]>();
    const runsOf = (occurrence: EventOccurrence): readonly ActionRun[] => {
      const runs = planned.get(occurrence) ?? this.dispatcher.plan(occurrence);
      planned.set(occurrence, runs);
      return runs;
    };
    this.#saving++;
    this.db
      .transaction(async (entities) => {
        await this.#saveRuleStates(entities, ruleStates);
        await this.#saveOccurrences(entities, recorded);
        const ids = await this.audit.record(...auditRecords);
        const entryOf = new Map(recorded.map((occurrence, place) => [occurrence, ids[place]]));
        for (const occurrence of occurrences) {
          const entry = entryOf.get(occurrence);
          const runs = runsOf(occurrence);
          const withEntry = { ...occurrence, entry };
          await this.dispatcher.beginInTransaction(
            entry === undefined ? runs : runs.map((run) => ({ ...run, occurrence: withEntry })),
          );
        }
      })
      .catch((error: unknown) => {
        this.#logger.error('The results of events could not be stored.', error instanceof Error ? error.stack : error);
        // Without space on the disk the actions run all the same.
        for (const occurrence of occurrences) this.dispatcher.begin(runsOf(occurrence));
      })
      .finally(() => this.#saving--);
  }

  /**
   * Writes rule states that could not be stored: no event may do anything for weeks, and a restart needs them. Called at each
   * tick; a full disk is tried at growing intervals, up to a minute.
   */
  saveUnsaved(uptime: Millis): void {
    if (this.#unsaved.size === 0 || this.#saving > 0 || uptime < this.#retryAt) return;
    const ruleStates = new Map(this.#unsaved);
    this.#saving++;
    this.db
      .transaction((entities) => this.#saveRuleStates(entities, ruleStates))
      // It was logged when it could not be stored for the first time.
      .catch(() => (this.#retryAt = uptime + this.#delay.next(uptime)))
      .finally(() => this.#saving--);
  }

  /** Does not write the state of an event that watches something else now, or is gone. */
  forget(eventId: number): void {
    this.#unsaved.delete(eventId);
  }

  /** Forgets what every event did. Joins the running unit of work. */
  async deleteAll(): Promise<void> {
    await this.db.transaction(async (entities) => {
      await entities.clear(EventRuleStateEntity);
      await entities.clear(EventOccurrenceEntity);
      this.db.afterCommit(() => this.#unsaved.clear());
    });
  }

  /** Occurrences of an event, newest first, a page of up to `limit` older than the occurrence `before`. */
  async occurrencesOf(eventId: number, limit: number, before?: number): Promise<EventOccurrenceEntity[]> {
    return this.db.transaction((entities) => {
      const occurrences = entities
        .createQueryBuilder(EventOccurrenceEntity, 'occurrence')
        .where('occurrence.eventId = :eventId', { eventId });
      if (before !== undefined) occurrences.andWhere('occurrence.id < :before', { before });
      return occurrences.orderBy('occurrence.id', 'DESC').limit(limit).getMany();
    });
  }

  /** The wall clock of the newest stored occurrence of each event. */
  async lastOccurrences(): Promise<ReadonlyMap<number, Millis>> {
    const rows = await this.db.transaction((entities) =>
      entities
        .createQueryBuilder(EventOccurrenceEntity, 'occurrence')
        .where((query) => {
          const newest = query
            .subQuery()
            .select('MAX(each.id)')
            .from(EventOccurrenceEntity, 'each')
            .groupBy('each.eventId');
          return `occurrence.id IN ${newest.getQuery()}`;
        })
        .getMany(),
    );
    return new Map(rows.map(({ eventId, occurrence }) => [eventId, occurrence.at]));
  }

  /** False for an event that triggers again and again: it is recorded no more often than its actions run. */
  #isRecorded(occurrence: EventOccurrence): boolean {
    return this.budget.take({ eventId: occurrence.eventId }) !== 'silent' && this.limits.mayStore(occurrence);
  }

  async #saveRuleStates(entities: EntityManager, ruleStates: ReadonlyMap<number, RuleState>): Promise<void> {
    const wanted = [...ruleStates].filter(([id]) => this.#unsaved.has(id));
    const rows = wanted.map(([eventId, { triggered: ids, triggeredAt = null, lastFired = null }]) => ({
      eventId,
      triggered: ids,
      triggeredAt,
      lastFired,
    }));
    if (rows.length > 0) await entities.upsert(EventRuleStateEntity, rows, ['eventId']);
    this.db.afterCommit(() => {
      for (const [id, ruleState] of wanted) if (this.#unsaved.get(id) === ruleState) this.#unsaved.delete(id);
      this.#delay.onSuccess();
      this.#retryAt = 0;
    });
  }

  async #saveOccurrences(entities: EntityManager, occurrences: readonly EventOccurrence[]): Promise<void> {
    if (occurrences.length === 0) return;
    const rows = occurrences.map((occurrence) => ({ eventId: occurrence.eventId, occurrence }));
    const { identifiers } = await entities.insert(EventOccurrenceEntity, rows);
    const newest = (identifiers.at(-1) as { id: number }).id;
    // Ids count up without gaps, so the newest one shows how many there can be.
    if (Math.floor(newest / BATCH) === Math.floor((newest - rows.length) / BATCH)) return;
    await entities.delete(EventOccurrenceEntity, { id: LessThanOrEqual(newest - (MAX_ROWS - BATCH)) });
  }
}

function triggered(occurrence: EventOccurrence, ledBy: () => number | undefined): AuditRecord {
  const { eventId, eventName, code, object, reading, heldSeconds, actionIds, depth } = occurrence;
  const condition = eventCode(code)?.name;
  return {
    kind: 'event.trigger',
    object: objectOf(eventId),
    about: auditObjectOf(occurrence),
    ledBy,
    cause: CAUSE,
    after: {
      name: eventName,
      about: object,
      ...(condition !== undefined && { condition }),
      ...(reading && { reading }),
      ...(heldSeconds !== undefined && { heldSeconds }),
      actions: actionIds,
      ...(depth > 0 && { depth }),
    },
  };
}

const missed = ({ eventId, eventName, missed: at }: RuleChange): AuditRecord[] =>
  at === undefined
    ? []
    : [
        {
          kind: 'event.missed',
          object: objectOf(eventId),
          cause: SCHEDULE,
          after: { name: eventName, due: new Date(at).toISOString() },
          result: 'MISSED',
        },
      ];
