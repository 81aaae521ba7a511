import { Injectable } from '@nestjs/common';
import { Between, In, LessThanOrEqual, type EntityManager } from 'typeorm';
import { AuditLog, type Deed } from '../audit/audit-log.service.js';
import { Db } from '../database/db.js';
import { Clock, type Millis } from '../kernel/clock.js';
import { ActionRun, type RunState } from './action-run.entity.js';
import { actionRunView, type ActionRunView } from './action-run.view.js';
import { objectOf } from './action.store.js';
import type { Firing } from './firing.js';
import type { Outcome } from './outcome.js';
import { causeOfFiring, type CutOff, type Run } from './run.js';

/** How many runs are kept, and how many of the oldest leave at a time. */
const KEPT = 5000;
const BATCH = 250;

const OPEN: RunState[] = ['pending', 'begun'];

/** A run and the object that its event triggered for. */
export type RunAbout = ActionRunView & Pick<Firing, 'objectId'>;

/** The runs of actions as they are kept: what is under way survives a stop, what is over can be read. */
@Injectable()
export class ActionRuns {
  constructor(
    private readonly db: Db,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Writes runs before they begin, those that are not to be done as what they are; joins the running unit of work. */
  async open(runs: readonly Run[]): Promise<void> {
    if (runs.length === 0) return;
    await this.db.write(async (entities) => {
      const { identifiers } = await entities.insert(
        ActionRun,
        runs.map((run) => this.#row(run)),
      );
      const ids = identifiers.map(({ id }) => id as number);
      await this.#forgetOldest(entities, ids.at(-1) ?? 0, ids.length);
      await this.audit.record(...runs.flatMap((run) => (run.skipped ? [deedOf(run, run.skipped)] : [])));
      this.db.afterCommit(() => runs.forEach((run, i) => (run.id = ids[i])));
    });
  }

  /** Writes that something is about to be switched: from here on it is not repeated. */
  async begin(run: Run): Promise<void> {
    await this.#update(run, { state: 'begun', begunAt: this.clock.now(), tries: run.tries });
  }

  /** Writes that a try came to nothing and another follows. */
  async tryAgain(run: Run, { result, detail }: Outcome, took: Millis): Promise<void> {
    const change = { tries: run.tries, result, detail: detail ?? null, took: Math.round(took) };
    await this.#update(run, { ...change, state: 'pending', begunAt: null });
  }

  /** Writes how a run ended, and tells the audit log. */
  async close(run: Run, outcome: Outcome, took?: Millis): Promise<void> {
    const { state, result, detail = null } = outcome;
    const endedAt = this.clock.now();
    await this.db.write(async () => {
      const rounded = took === undefined ? null : Math.round(took);
      const begunAt = run.beganAt === undefined ? {} : { begunAt: run.beganAt };
      await this.#update(run, { state, result, detail, endedAt, tries: run.tries, took: rounded, ...begunAt });
      await this.audit.record(deedOf(run, outcome, took));
    });
  }

  /** Forgets every run. Joins the running unit of work. */
  async forgetAll(): Promise<void> {
    await this.db.write((entities) => entities.clear(ActionRun));
  }

  /** What an earlier life of the controller left undone, oldest first. */
  async cutOff(): Promise<CutOff[]> {
    const rows = await this.db.write((entities) => entities.findBy(ActionRun, { state: In(OPEN) }));
    return rows
      .sort((a, b) => a.id - b.id)
      .map(({ id, actionId, name, firing, tries, state, begunAt }) => ({
        run: runOf({ id, actionId, name, tries }, JSON.parse(firing) as Firing),
        begunAt: state === 'begun' ? (begunAt ?? 0) : undefined,
      }));
  }

  /** The runs for an event that fired from one moment to another (wall clock, both included), in their order. */
  async between(eventId: number, from: Millis, to: Millis): Promise<RunAbout[]> {
    const rows = await this.db.write((entities) =>
      entities.find(ActionRun, { where: { eventId, at: Between(from, to) }, order: { id: 'ASC' } }),
    );
    return rows.map((row) => ({ ...actionRunView(row), objectId: (JSON.parse(row.firing) as Firing).objectId }));
  }

  async #update({ id }: Run, change: Partial<ActionRun>): Promise<void> {
    if (id === undefined) return;
    await this.db.write((entities) => entities.update(ActionRun, id, change));
  }

  async #forgetOldest(entities: EntityManager, newest: number, added: number): Promise<void> {
    if (Math.floor(newest / BATCH) === Math.floor((newest - added) / BATCH)) return;
    const over: RunState[] = ['done', 'failed', 'skipped', 'interrupted'];
    await entities.delete(ActionRun, { id: LessThanOrEqual(newest - (KEPT - BATCH)), state: In(over) });
  }

  #row({ actionId, name, firing, tries, skipped }: Run): Omit<ActionRun, 'id'> {
    return {
      eventId: firing.eventId,
      actionId,
      name,
      firing: JSON.stringify(firing),
      state: skipped?.state ?? 'pending',
      tries,
      at: firing.at,
      begunAt: null,
      endedAt: skipped ? this.clock.now() : null,
      took: null,
      result: skipped?.result ?? null,
      detail: skipped?.detail ?? null,
    };
  }
}

const runOf = (known: Pick<Run, 'id' | 'actionId' | 'name' | 'tries'>, firing: Firing): Run => ({
  ...known,
  firing,
  place: firing.actionIds.indexOf(known.actionId) + 1,
});

const deedOf = (
  { actionId, name, firing, tries, place, beganAt }: Run,
  { state, result, detail }: Outcome,
  took?: Millis,
): Deed => ({
  kind: 'action.run',
  object: objectOf(actionId),
  cause: causeOfFiring(firing),
  after: {
    name,
    event: firing.eventId,
    about: firing.object,
    place,
    ...(beganAt !== undefined && { began: new Date(beganAt).toISOString() }),
    state,
    ...(tries > 0 && { tries }),
    ...(took !== undefined && { took: Math.round(took) }),
    ...(detail !== undefined && { detail }),
  },
  result,
});
