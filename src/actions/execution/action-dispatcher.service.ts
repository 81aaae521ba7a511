import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Db } from '../../database/db.js';
import { SnapshotStore } from '../../hardware/snapshot.store.js';
import { Clock, type Millis } from '../../common/clock.js';
import { ActionRunner } from './action-runner.js';
import { ActionRunRepository } from './action-run.repository.js';
import { AutomationLimitsService } from '../limits/automation-limits.service.js';
import { AutomaticSwitchLog } from '../limits/automatic-switch-log.js';
import { TickTimer } from './tick-timer.js';
import type { EventOccurrence } from '../event-occurrence.js';
import { RunPlannerService } from './run-planner.service.js';
import { TargetQueues } from './target-queues.js';
import { outcomeOfError, problem, type Outcome } from './outcome.js';
import { causeOfOccurrence, type ActionRun, type PreparedAction } from './action-run.js';

/** Waits before the second and the third attempt. */
const RETRY_DELAYS: readonly Millis[] = [5000, 30_000];
const MAX_CONCURRENT_TARGETS = 64;
const MAX_WAITING = 256;
/** So many runs may be under way or wait, whatever for; more are refused before a row is written of them. */
const MAX_UNFINISHED = 500;

/**
 * Runs the actions of occurrences, off the poll cycle: those of one occurrence begin in their order, those of one target run one
 * after another. No action waits for the receiver of another.
 */
@Injectable()
export class ActionDispatcherService implements OnModuleInit, OnModuleDestroy {
  readonly #logger = new Logger('Actions');
  readonly #queues = new TargetQueues(MAX_CONCURRENT_TARGETS, MAX_WAITING);
  readonly #active = new Set<Promise<unknown>>();
  readonly #unfinished = new Set<ActionRun>();
  #retrying = 0;
  #isClosing = false;

  constructor(
    private readonly planner: RunPlannerService,
    private readonly runner: ActionRunner,
    private readonly runs: ActionRunRepository,
    private readonly switchLog: AutomaticSwitchLog,
    private readonly timer: TickTimer,
    private readonly db: Db,
    private readonly snapshots: SnapshotStore,
    private readonly limits: AutomationLimitsService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.snapshots.onTick('actions', () => {
      this.timer.onTick();
      this.limits.onTick();
    });
  }

  /** Nothing begins any more. What waits stays pending, and the next start of the controller takes it up. */
  onModuleDestroy(): void {
    this.#isClosing = true;
    this.#queues.clear();
    this.timer.clear();
    this.#active.clear();
  }

  /**
   * Begins to run the actions of an occurrence; never throws, never waits. What is asked of {@link Db} after this call is
   * durable after the occurrence is. Not for use inside a unit of work: there it is {@link dispatchInTransaction}.
   */
  dispatch(occurrence: EventOccurrence): void {
    const runs = this.#plan(occurrence);
    if (runs.length === 0) return;
    const kept = this.runs.insert(runs).catch((error: unknown) => {
      // Without space on the disk, whoever can be notified is notified all the same.
      this.#logger.error(`The occurrence of "${occurrence.eventName}" could not be stored.`, stackOf(error));
    });
    this.#track(kept.then(() => this.resume(runs)));
  }

  /** Like {@link dispatch}, but the occurrence is committed with the running unit of work, and its actions begin after that. */
  async dispatchInTransaction(occurrence: EventOccurrence): Promise<void> {
    const runs = this.#plan(occurrence);
    await this.runs.insert(runs);
    this.db.afterCommit(() => this.resume(runs));
  }

  /** Runs what is stored already, in this order. */
  resume(runs: readonly ActionRun[]): void {
    if (this.#isClosing) return;
    const due = runs.filter(({ skipped }) => !skipped);
    for (const run of due) this.#unfinished.add(run);
    this.#track(this.#enqueueInOrder(due));
  }

  /** How many runs wait: for their target, or to be tried again. */
  get waiting(): number {
    return this.#queues.waiting + this.#retrying;
  }

  /** Resolves when nothing is being done; what waits to be tried again goes on waiting. */
  async idle(): Promise<void> {
    while (this.#active.size > 0) await Promise.all(this.#active);
  }

  /** Where the storage takes nothing, what runs without a row counts as well. */
  #plan(occurrence: EventOccurrence): ActionRun[] {
    return this.planner.plan(occurrence, MAX_UNFINISHED - this.#unfinished.size);
  }

  async #enqueueInOrder(runs: readonly ActionRun[]): Promise<void> {
    for (const run of runs) await this.#enqueue(run);
  }

  /** Resolves when an attempt has begun, or has to wait for others of its target, or none is made. */
  async #enqueue(run: ActionRun): Promise<void> {
    if (this.#isClosing) return;
    const prepared = this.#prepare(run);
    if ('result' in prepared) return this.#finish(run, prepared);
    await new Promise<void>((begun) => {
      const slot = { started: false, ended: begun };
      const attempt = (): Promise<void> => {
        slot.started = true;
        return this.#attempt(run, begun).finally(() => slot.ended());
      };
      if (!this.#queues.enqueue(prepared.row.target(prepared.params), attempt)) {
        void this.#finish(run, problem('failed', 'QUEUE_FULL', 'Too many wait for this target.')).then(begun);
        return;
      }
      const ended = new Promise<void>((end) => {
        slot.ended = () => {
          begun();
          end();
        };
      });
      this.#track(ended);
      if (!slot.started) begun();
    });
  }

  async #attempt(run: ActionRun, begun: () => void): Promise<void> {
    if (this.#isClosing) return;
    const prepared = this.#prepare(run);
    if ('result' in prepared) return this.#finish(run, prepared);
    run.tries++;
    run.beganAt ??= this.clock.now();
    const { switches, retries } = prepared.row;
    if (switches && !(await this.#markBegun(run))) {
      return this.#finish(run, problem('failed', 'NOT_RECORDED', 'It could not be stored that it begins.'));
    }
    const attempt = this.runner.attempt(prepared, {
      occurrence: run.occurrence,
      cause: causeOfOccurrence(run.occurrence),
    });
    begun();
    const { outcome, took, late } = await attempt;
    // What switches and did not end in time may still happen.
    const mayRetry = retries && outcome.retry && !(switches && late);
    if (mayRetry && this.#retryLater(run)) return this.#logFailure(this.runs.markForRetry(run, outcome, took));
    await this.#finish(run, outcome, took);
    if (switches) void late?.then((inTheEnd) => this.#finish(run, inTheEnd));
  }

  #retryLater(run: ActionRun): boolean {
    const wait = RETRY_DELAYS[run.tries - 1];
    if (wait === undefined || this.#retrying >= MAX_WAITING) return false;
    this.#retrying++;
    void this.timer.after(wait).then(() => {
      this.#retrying--;
      this.#track(this.#enqueue(run));
    });
    return true;
  }

  /** What is to be done, or why nothing is: the action may have changed since the occurrence. */
  #prepare(run: ActionRun): PreparedAction | Outcome {
    try {
      const prepared = this.runner.isSameAction(run) ? this.runner.prepare(run.actionId) : undefined;
      if (!prepared) return problem('skipped', 'DELETED', 'The action is there no longer.');
      return prepared.action.enabled ? prepared : problem('skipped', 'DISABLED', 'It is disabled.');
    } catch (error) {
      return outcomeOfError(error);
    }
  }

  #markBegun(run: ActionRun): Promise<boolean> {
    return this.runs.markBegun(run).then(
      () => true,
      () => false,
    );
  }

  #finish(run: ActionRun, outcome: Outcome, took?: Millis): Promise<void> {
    this.#unfinished.delete(run);
    return this.#logFailure(this.runs.finish(run, outcome, took));
  }

  /** What was done stays done, whether it can be written down or not. */
  async #logFailure(written: Promise<void>): Promise<void> {
    await written.catch((error: unknown) => {
      // The row still says that it has begun; the next start of the controller checks what happened.
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
