import { Injectable } from '@nestjs/common';
import { Between, In, LessThanOrEqual, type EntityManager } from 'typeorm';
import { AuditLogService, type AuditRecord } from '../../audit/audit-log.service.js';
import { Db } from '../../database/db.js';
import { Clock, type Millis } from '../../common/clock.js';
import { ActionRunEntity, type ActionRunState } from '../action.entity.js';
import { actionRunView, type ActionRunView } from '../action.view.js';
import { objectOf } from '../action.store.js';
import type { EventOccurrence } from '../event-occurrence.js';
import type { Outcome } from './outcome.js';
import { auditObjectOf, causeOfOccurrence, type InterruptedRun, type ActionRun } from './action-run.js';

/** Number of runs that are stored, and number of the oldest that are deleted at a time. */
const MAX_ROWS = 5000;
const BATCH = 250;

const UNFINISHED: ActionRunState[] = ['pending', 'begun'];

/** A run and the object that its event triggered for. */
export type ActionRunOfObject = ActionRunView & Pick<EventOccurrence, 'objectId'>;

/** The stored runs of actions: unfinished ones survive a stop, finished ones can be read. */
@Injectable()
export class ActionRunRepository {
  constructor(
    private readonly db: Db,
    private readonly audit: AuditLogService,
    private readonly clock: Clock,
  ) {}

  /**
   * Writes runs before they begin, those that are not to be done as what they are; joins the running unit of work.
   * @param committed called when they are durable
   */
  async insert(runs: readonly ActionRun[], committed: () => void): Promise<void> {
    if (runs.length === 0) return;
    await this.db.transaction(async (entities) => {
      const { identifiers } = await entities.insert(
        ActionRunEntity,
        runs.map((run) => this.#row(run)),
      );
      const ids = identifiers.map(({ id }) => id as number);
      await this.#deleteOldest(entities, ids.at(-1) ?? 0, ids.length);
      await this.audit.record(...runs.flatMap((run) => (run.skipped ? [auditRecordOf(run, run.skipped)] : [])));
      this.db.afterCommit(() => {
        runs.forEach((run, i) => (run.id = ids[i]));
        committed();
      });
    });
  }

  /** Counts an attempt that is about to begin. Of one that switches this is durable: from then on it is not repeated. */
  async begin(run: ActionRun, switches: boolean): Promise<void> {
    const now = this.clock.now();
    run.tries++;
    run.beganAt ??= now;
    if (switches) await this.#update(run, { state: 'begun', begunAt: now, tries: run.tries });
  }

  /** Writes that an attempt came to nothing and another follows. */
  async markForRetry(run: ActionRun, { result, detail }: Outcome, took: Millis): Promise<void> {
    const change = { tries: run.tries, result, detail: detail ?? null, took: Math.round(took) };
    await this.#update(run, { ...change, state: 'pending', begunAt: null });
  }

  /** Writes how a run ended, and records it in the audit log. */
  async finish(run: ActionRun, outcome: Outcome, took?: Millis): Promise<void> {
    const { state, result, detail = null } = outcome;
    const endedAt = this.clock.now();
    await this.db.transaction(async () => {
      const rounded = took === undefined ? null : Math.round(took);
      const begunAt = run.beganAt === undefined ? {} : { begunAt: run.beganAt };
      await this.#update(run, { state, result, detail, endedAt, tries: run.tries, took: rounded, ...begunAt });
      await this.audit.record(auditRecordOf(run, outcome, took));
    });
  }

  /** Forgets every run. Joins the running unit of work. */
  async deleteAll(): Promise<void> {
    await this.db.transaction((entities) => entities.clear(ActionRunEntity));
  }

  /** The runs that had not ended when the controller stopped, oldest first. */
  async findInterrupted(): Promise<InterruptedRun[]> {
    const rows = await this.db.transaction((entities) => entities.findBy(ActionRunEntity, { state: In(UNFINISHED) }));
    return rows
      .sort((a, b) => a.id - b.id)
      .map(({ id, actionId, name, occurrence, tries, state, begunAt }) => ({
        run: runOf({ id, actionId, name, tries }, JSON.parse(occurrence) as EventOccurrence),
        begunAt: state === 'begun' ? (begunAt ?? 0) : undefined,
      }));
  }

  /** The runs for an event that triggered from one moment to another (wall clock, both included), in their order. */
  async findBetween(eventId: number, from: Millis, to: Millis): Promise<ActionRunOfObject[]> {
    const rows = await this.db.transaction((entities) =>
      entities.find(ActionRunEntity, { where: { eventId, at: Between(from, to) }, order: { id: 'ASC' } }),
    );
    return rows.map((row) => ({
      ...actionRunView(row),
      objectId: (JSON.parse(row.occurrence) as EventOccurrence).objectId,
    }));
  }

  async #update({ id }: ActionRun, change: Partial<ActionRunEntity>): Promise<void> {
    if (id === undefined) return;
    await this.db.transaction((entities) => entities.update(ActionRunEntity, id, change));
  }

  async #deleteOldest(entities: EntityManager, newest: number, added: number): Promise<void> {
    if (Math.floor(newest / BATCH) === Math.floor((newest - added) / BATCH)) return;
    const over: ActionRunState[] = ['done', 'failed', 'skipped', 'interrupted'];
    await entities.delete(ActionRunEntity, { id: LessThanOrEqual(newest - (MAX_ROWS - BATCH)), state: In(over) });
  }

  #row({ actionId, name, occurrence, tries, skipped }: ActionRun): Omit<ActionRunEntity, 'id'> {
    return {
      eventId: occurrence.eventId,
      actionId,
      name,
      occurrence: JSON.stringify(occurrence),
      state: skipped?.state ?? 'pending',
      tries,
      at: occurrence.at,
      begunAt: null,
      endedAt: skipped ? this.clock.now() : null,
      took: null,
      result: skipped?.result ?? null,
      detail: skipped?.detail ?? null,
    };
  }
}

const runOf = (
  known: Pick<ActionRun, 'id' | 'actionId' | 'name' | 'tries'>,
  occurrence: EventOccurrence,
): ActionRun => ({
  ...known,
  occurrence,
  place: occurrence.actionIds.indexOf(known.actionId) + 1,
});

const auditRecordOf = (
  { actionId, name, occurrence, tries, place, beganAt }: ActionRun,
  { state, result, detail }: Outcome,
  took?: Millis,
): AuditRecord => ({
  kind: 'action.run',
  object: objectOf(actionId),
  cause: causeOfOccurrence(occurrence),
  about: auditObjectOf(occurrence),
  after: {
    name,
    event: occurrence.eventId,
    about: occurrence.object,
    place,
    ...(beganAt !== undefined && { began: new Date(beganAt).toISOString() }),
    state,
    ...(tries > 0 && { tries }),
    ...(took !== undefined && { took: Math.round(took) }),
    ...(detail !== undefined && { detail }),
  },
  result,
});
