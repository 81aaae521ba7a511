import { Injectable, Logger } from '@nestjs/common';
import { LessThanOrEqual, type EntityManager } from 'typeorm';
import { ActionExecutor } from '../actions/action-executor.service.js';
import type { Firing } from '../actions/firing.js';
import { AutomationLimits } from '../actions/automation-limits.service.js';
import { RunBudget } from '../actions/run-budget.js';
import { AuditLog, type Deed } from '../audit/audit-log.service.js';
import { Db } from '../database/db.js';
import type { Cause } from '../kernel/cause.js';
import { Clock, type Millis } from '../kernel/clock.js';
import { SettingsStore } from '../settings/settings.store.js';
import type { Mark } from './engine/trigger-state.js';
import { EventFiring } from './event-firing.entity.js';
import { EventMark } from './event-mark.entity.js';
import { objectOf } from './event.store.js';

/** What became of one event in a tick, as far as it must be kept. */
export interface RuleChange {
  readonly eventId: number;
  readonly eventName: string;
  /** Set when what survives a restart has changed. */
  readonly mark?: Mark;
  readonly firings: readonly Firing[];
  /** A scheduled moment that passed without firing, wall clock. */
  readonly missed?: Millis;
}

/** How many firings are kept, and how many of the oldest leave at a time. */
const KEPT = 5000;
const BATCH = 250;
const CAUSE: Cause = { kind: 'system', who: 'events' };
const SCHEDULE: Cause = { kind: 'schedule', who: 'events' };

/** Writes down what events did: one unit of work a tick in which something happened, none in any other. */
@Injectable()
export class RuleJournal {
  readonly #logger = new Logger('Events');
  readonly #budget = new RunBudget();
  /** Marks that the storage has not taken yet. */
  readonly #unsaved = new Map<number, Mark>();

  constructor(
    private readonly db: Db,
    private readonly audit: AuditLog,
    private readonly executor: ActionExecutor,
    private readonly settings: SettingsStore,
    private readonly clock: Clock,
    private readonly limits: AutomationLimits,
  ) {}

  async marks(): Promise<ReadonlyMap<number, Mark>> {
    const rows = await this.db.all(EventMark);
    return new Map(
      rows.map(({ eventId, triggered, lastFired }) => [
        eventId,
        { triggered, ...(lastFired !== null && { lastFired }) },
      ]),
    );
  }

  /** Begins to keep what happened and to run the actions; never throws, never waits. */
  keep(changes: readonly RuleChange[]): void {
    for (const { eventId, mark } of changes) if (mark) this.#unsaved.set(eventId, mark);
    const firings = changes.flatMap((change) => change.firings);
    const told = firings.filter((firing) => this.#isTold(firing));
    const deeds = [...told.map(triggered), ...changes.flatMap(missed)];
    if (this.#unsaved.size + deeds.length === 0) {
      for (const firing of firings) this.executor.run(firing);
      return;
    }
    const marks = new Map(this.#unsaved);
    this.#unsaved.clear();
    this.db
      .write(async (entities) => {
        await this.#saveMarks(entities, marks);
        await this.#saveFirings(entities, told);
        await this.audit.record(...deeds);
        for (const firing of firings) await this.executor.accept(firing);
      })
      .catch((error: unknown) => {
        this.#logger.error('What events did could not be stored.', error instanceof Error ? error.stack : error);
        for (const [id, mark] of marks) if (!this.#unsaved.has(id)) this.#unsaved.set(id, mark);
        // Without space on the disk the actions run all the same.
        for (const firing of firings) this.executor.run(firing);
      });
  }

  /** Forgets what every event did. Joins the running unit of work. */
  async forgetAll(): Promise<void> {
    await this.db.write(async (entities) => {
      await entities.clear(EventMark);
      await entities.clear(EventFiring);
      this.db.afterCommit(() => this.#unsaved.clear());
    });
  }

  /** Firings of an event, newest first, a page of up to `limit` older than the firing `before`. */
  async firingsOf(eventId: number, limit: number, before?: number): Promise<EventFiring[]> {
    return this.db.write((entities) => {
      const firings = entities
        .createQueryBuilder(EventFiring, 'firing')
        .where('firing.eventId = :eventId', { eventId });
      if (before !== undefined) firings.andWhere('firing.id < :before', { before });
      return firings.orderBy('firing.id', 'DESC').limit(limit).getMany();
    });
  }

  /** What fires again and again is told of no more often than its actions run. */
  #isTold(firing: Firing): boolean {
    const limit = this.settings.get('actionsPerMinute');
    const spent = this.#budget.take(firing.eventId, 0, { limit, uptime: this.clock.uptime() });
    return spent !== 'silent' && this.limits.mayStore(firing);
  }

  async #saveMarks(entities: EntityManager, marks: ReadonlyMap<number, Mark>): Promise<void> {
    const rows = [...marks].map(([eventId, { triggered: things, lastFired = null }]) => ({
      eventId,
      triggered: things,
      lastFired,
    }));
    if (rows.length > 0) await entities.upsert(EventMark, rows, ['eventId']);
  }

  async #saveFirings(entities: EntityManager, firings: readonly Firing[]): Promise<void> {
    if (firings.length === 0) return;
    const rows = firings.map((firing) => ({ eventId: firing.eventId, firing }));
    const { identifiers } = await entities.insert(EventFiring, rows);
    const newest = (identifiers.at(-1) as { id: number }).id;
    // Ids count up without gaps, so the newest one tells how many there can be.
    if (Math.floor(newest / BATCH) === Math.floor((newest - rows.length) / BATCH)) return;
    await entities.delete(EventFiring, { id: LessThanOrEqual(newest - (KEPT - BATCH)) });
  }
}

const triggered = ({ eventId, eventName, object, reading, heldSeconds, actionIds, depth }: Firing): Deed => ({
  kind: 'event.trigger',
  object: objectOf(eventId),
  cause: CAUSE,
  after: {
    name: eventName,
    about: object,
    ...(reading && { reading }),
    ...(heldSeconds !== undefined && { heldSeconds }),
    actions: actionIds,
    ...(depth > 0 && { depth }),
  },
});

const missed = ({ eventId, eventName, missed: at }: RuleChange): Deed[] =>
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
