import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Db } from '../database/db.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { Clock, type Millis } from '../kernel/clock.js';
import { ActionPerformer } from './action-performer.service.js';
import { ActionRuns } from './action-runs.service.js';
import { AutomationLimits } from './automation-limits.service.js';
import { AutomaticMoves } from './automatic-moves.service.js';
import { DueTimes } from './due-times.js';
import type { Firing } from './firing.js';
import { FiringGuard } from './firing-guard.service.js';
import { Lanes } from './lanes.js';
import { outcomeOfError, problem, type Outcome } from './outcome.js';
import { causeOfFiring, type Run, type Task } from './run.js';

/** Waits before the second and the third try. */
const BACK_OFF: readonly Millis[] = [5000, 30_000];
const TARGETS_AT_ONCE = 64;
const WAITING = 256;
/** So many runs may be under way or wait, whatever for; more are refused before a row is written of them. */
const UNFINISHED = 500;

/**
 * Runs the actions of firings, off the poll cycle: those of one firing begin in their order, those of one target run one
 * after another. No action waits for the receiver of another.
 */
@Injectable()
export class ActionExecutor implements OnModuleInit, OnModuleDestroy {
  readonly #logger = new Logger('Actions');
  readonly #lanes = new Lanes(TARGETS_AT_ONCE, WAITING);
  readonly #active = new Set<Promise<unknown>>();
  readonly #unfinished = new Set<Run>();
  #retrying = 0;
  #isClosing = false;

  constructor(
    private readonly guard: FiringGuard,
    private readonly performer: ActionPerformer,
    private readonly runs: ActionRuns,
    private readonly moves: AutomaticMoves,
    private readonly due: DueTimes,
    private readonly db: Db,
    private readonly snapshots: SnapshotStore,
    private readonly limits: AutomationLimits,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.snapshots.onSnapshot('actions', () => {
      this.due.look();
      this.limits.look();
    });
  }

  /** Nothing begins any more. What waits stays pending, and the next life of the controller takes it up. */
  onModuleDestroy(): void {
    this.#isClosing = true;
    this.#lanes.clear();
    this.due.clear();
    this.#active.clear();
  }

  /**
   * Begins to run the actions of a firing; never throws, never waits. What is asked of {@link Db} after this call is
   * durable after the firing is. Not for use inside a unit of work: there it is {@link accept}.
   */
  run(firing: Firing): void {
    const runs = this.#runsOf(firing);
    if (runs.length === 0) return;
    const kept = this.runs.open(runs).catch((error: unknown) => {
      // Without space on the disk, whoever can be told is told all the same.
      this.#logger.error(`The firing of "${firing.eventName}" could not be stored.`, stackOf(error));
    });
    this.#track(kept.then(() => this.resume(runs)));
  }

  /** Like {@link run}, but the firing is committed with the running unit of work, and its actions begin after that. */
  async accept(firing: Firing): Promise<void> {
    const runs = this.#runsOf(firing);
    await this.runs.open(runs);
    this.db.afterCommit(() => this.resume(runs));
  }

  /** Runs what is stored already, in this order. */
  resume(runs: readonly Run[]): void {
    if (this.#isClosing) return;
    const due = runs.filter(({ skipped }) => !skipped);
    for (const run of due) this.#unfinished.add(run);
    this.#track(this.#inOrder(due));
  }

  /** How many runs wait: for their target, or to be tried again. */
  get waiting(): number {
    return this.#lanes.waiting + this.#retrying;
  }

  /** Resolves when nothing is being done; what waits to be tried again goes on waiting. */
  async settled(): Promise<void> {
    while (this.#active.size > 0) await Promise.all(this.#active);
  }

  /** Where the storage takes nothing, what runs without a row counts as well. */
  #runsOf(firing: Firing): Run[] {
    return this.guard.runsOf(firing, UNFINISHED - this.#unfinished.size);
  }

  async #inOrder(runs: readonly Run[]): Promise<void> {
    for (const run of runs) await this.#enter(run);
  }

  /** Resolves when a try has begun, or has to wait for others of its target, or none is made. */
  async #enter(run: Run): Promise<void> {
    if (this.#isClosing) return;
    const task = this.#taskOf(run);
    if ('result' in task) return this.#close(run, task);
    await new Promise<void>((begun) => {
      const turn = { came: false, ended: begun };
      const attempt = (): Promise<void> => {
        turn.came = true;
        return this.#try(run, begun).finally(() => turn.ended());
      };
      if (!this.#lanes.enter(task.row.target(task.params), attempt)) {
        void this.#close(run, problem('failed', 'QUEUE_FULL', 'Too many wait for this target.')).then(begun);
        return;
      }
      const ended = new Promise<void>((end) => {
        turn.ended = () => {
          begun();
          end();
        };
      });
      this.#track(ended);
      if (!turn.came) begun();
    });
  }

  async #try(run: Run, begun: () => void): Promise<void> {
    if (this.#isClosing) return;
    const task = this.#taskOf(run);
    if ('result' in task) return this.#close(run, task);
    run.tries++;
    run.beganAt ??= this.clock.now();
    const { switches, retries } = task.row;
    if (switches && !(await this.#begin(run))) {
      return this.#close(run, problem('failed', 'NOT_RECORDED', 'It could not be stored that it begins.'));
    }
    const attempt = this.performer.attempt(task, { firing: run.firing, cause: causeOfFiring(run.firing) });
    begun();
    const { outcome, took, late } = await attempt;
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
    this.#unfinished.delete(run);
    return this.#note(this.runs.close(run, outcome, took));
  }

  /** What was done stays done, whether it can be written down or not. */
  async #note(written: Promise<void>): Promise<void> {
    await written.catch((error: unknown) => {
      // The row still says that it has begun; the next life of the controller looks at what came of it.
      if (!this.#isClosing) this.#logger.error('A run could not be stored.', stackOf(error));
    });
  }

  #track(work: Promise<unknown>): void {
    this.#active.add(work);
    void work
      .catch((error: unknown) => this.#logger.error('An action was not run.', stackOf(error)))
      .finally(() => this.#active.delete(work));
  }
}

const stackOf = (error: unknown): unknown => (error instanceof Error ? error.stack : error);
