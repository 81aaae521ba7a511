import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Db } from '../database/db.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import type { Millis } from '../kernel/clock.js';
import { ActionPerformer, TIME_LIMIT } from './action-performer.service.js';
import { ActionRuns } from './action-runs.service.js';
import { AutomaticMoves } from './automatic-moves.service.js';
import { DueTimes } from './due-times.js';
import type { Firing } from './firing.js';
import { FiringGuard } from './firing-guard.service.js';
import { Lanes } from './lanes.js';
import { outcomeOfError, problem, type Outcome } from './outcome.js';
import { causeOfFiring, type Run, type Task } from './run.js';

/** Waits before the second and the third try. */
const BACK_OFF: readonly Millis[] = [5000, 30_000];
const TARGETS_AT_ONCE = 8;
const WAITING = 256;

/**
 * Runs the actions of firings, off the poll cycle: those of one firing in their order, those of one target one after
 * another. The next action of a firing waits for the first try of the one before, but not longer than a time limit.
 */
@Injectable()
export class ActionExecutor implements OnModuleInit {
  readonly #logger = new Logger('Actions');
  readonly #lanes = new Lanes(TARGETS_AT_ONCE, WAITING);
  readonly #active = new Set<Promise<unknown>>();
  #retrying = 0;

  constructor(
    private readonly guard: FiringGuard,
    private readonly performer: ActionPerformer,
    private readonly runs: ActionRuns,
    private readonly moves: AutomaticMoves,
    private readonly due: DueTimes,
    private readonly db: Db,
    private readonly snapshots: SnapshotStore,
  ) {}

  onModuleInit(): void {
    this.snapshots.onSnapshot('actions', () => this.due.look());
  }

  /**
   * Begins to run the actions of a firing; never throws, never waits. What is asked of {@link Db} after this call is
   * durable after the firing is. Not for use inside a unit of work: there it is {@link accept}.
   */
  run(firing: Firing): void {
    const runs = this.guard.runsOf(firing);
    const kept = this.runs.open(runs).catch((error: unknown) => {
      // Without space on the disk, whoever can be told is told all the same.
      this.#logger.error(`The firing of "${firing.eventName}" could not be stored.`, stackOf(error));
    });
    this.#track(kept.then(() => this.resume(runs)));
  }

  /** Like {@link run}, but the firing is committed with the running unit of work, and its actions begin after that. */
  async accept(firing: Firing): Promise<void> {
    const runs = this.guard.runsOf(firing);
    await this.runs.open(runs);
    this.db.afterCommit(() => this.resume(runs));
  }

  /** Runs what is stored already, in this order. */
  resume(runs: readonly Run[]): void {
    this.#track(this.#inOrder(runs.filter(({ skipped }) => !skipped)));
  }

  /** How many runs wait: for their target, or to be tried again. */
  get waiting(): number {
    return this.#lanes.waiting + this.#retrying;
  }

  /** Resolves when nothing is being done; what waits to be tried again goes on waiting. */
  async settled(): Promise<void> {
    while (this.#active.size > 0) await Promise.all(this.#active);
  }

  async #inOrder(runs: readonly Run[]): Promise<void> {
    for (const run of runs) await Promise.race([this.#enter(run), this.due.after(TIME_LIMIT)]);
  }

  /** Resolves when a try has ended, or none is made. */
  async #enter(run: Run): Promise<void> {
    const task = this.#taskOf(run);
    if ('result' in task) return this.#close(run, task);
    await new Promise<void>((ended) => {
      const isIn = this.#lanes.enter(task.row.target(task.params), () => this.#try(run).finally(ended));
      if (!isIn) void this.#close(run, problem('failed', 'QUEUE_FULL', 'Too many wait for this target.')).then(ended);
    });
  }

  async #try(run: Run): Promise<void> {
    const task = this.#taskOf(run);
    if ('result' in task) return this.#close(run, task);
    run.tries++;
    const { switches, retries } = task.row;
    if (switches && !(await this.#begin(run))) {
      return this.#close(run, problem('failed', 'NOT_RECORDED', 'It could not be stored that it begins.'));
    }
    const { outcome, took, late } = await this.performer.attempt(task, {
      firing: run.firing,
      cause: causeOfFiring(run.firing),
    });
    // What switches and did not end in time may still happen.
    const mayRetry = retries && outcome.retry && !(switches && late);
    if (mayRetry && this.#tryLater(run)) return this.#note(this.runs.tryAgain(run, outcome, took));
    await this.#close(run, outcome, took);
    if (switches) void late?.then((inTheEnd) => this.#close(run, inTheEnd));
  }

  #tryLater(run: Run): boolean {
    const wait = BACK_OFF[run.tries - 1];
    if (wait === undefined || this.#retrying >= WAITING) return false;
    this.#retrying++;
    void this.due.after(wait).then(() => {
      this.#retrying--;
      this.#track(this.#enter(run));
    });
    return true;
  }

  /** What is to be done, or why nothing is: the action may have changed since the firing. */
  #taskOf(run: Run): Task | Outcome {
    try {
      const task = this.performer.isMeant(run) ? this.performer.taskOf(run.actionId) : undefined;
      if (!task) return problem('skipped', 'DELETED', 'The action is there no longer.');
      return task.action.enabled ? task : problem('skipped', 'DISABLED', 'It is disabled.');
    } catch (error) {
      return outcomeOfError(error);
    }
  }

  #begin(run: Run): Promise<boolean> {
    return this.runs.begin(run).then(
      () => true,
      () => false,
    );
  }

  #close(run: Run, outcome: Outcome, took?: Millis): Promise<void> {
    return this.#note(this.runs.close(run, outcome, took));
  }

  /** What was done stays done, whether it can be written down or not. */
  async #note(written: Promise<void>): Promise<void> {
    await written.catch((error: unknown) => this.#logger.error('A run could not be stored.', stackOf(error)));
  }

  #track(work: Promise<unknown>): void {
    this.#active.add(work);
    void work
      .catch((error: unknown) => this.#logger.error('An action was not run.', stackOf(error)))
      .finally(() => this.#active.delete(work));
  }
}

const stackOf = (error: unknown): unknown => (error instanceof Error ? error.stack : error);
