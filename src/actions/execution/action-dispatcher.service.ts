import { setMaxListeners } from 'node:events';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Clock, type Millis } from '../../common/clock.js';
import type { EventOccurrence } from '../event-occurrence.js';
import { ActionRunRepository } from './action-run.repository.js';
import { causeOfOccurrence, MAX_SWITCHING_AGE, type ActionRun, type PreparedAction } from './action-run.js';
import { ActionRunner } from './action-runner.js';
import { outcomeOfError, problem, type Outcome } from './outcome.js';
import { PreparedActions } from './prepared-actions.js';
import { RunPlannerService } from './run-planner.service.js';
import { TargetLimiter } from './target-limiter.js';
import { TickTimer } from './tick-timer.js';

/** Waits before the second and the third attempt. */
const RETRY_DELAYS: readonly Millis[] = [5000, 30_000];
const MAX_RETRYING = 256;
/** So many runs may be under way or wait, whatever for; more are refused before a row is written of them. */
const MAX_UNFINISHED = 500;

/** The beginning of a run: Clock.uptime(), and its number in the order of all runs. */
interface Begin {
  readonly at: Millis;
  readonly number: number;
}

/**
 * Stores the runs of an occurrence, and makes their attempts off the poll cycle: the runs of one occurrence begin in their
 * order, those of one target run one after another. No action waits for the receiver of another.
 */
@Injectable()
export class ActionDispatcherService implements OnModuleDestroy {
  readonly #logger = new Logger('Actions');
  readonly #limiter = new TargetLimiter({ atOnce: 64, perTarget: 256, inAll: 1024 });
  readonly #active = new Set<Promise<unknown>>();
  readonly #unfinished = new Map<ActionRun, Begin>();
  /** The number of the newest command that may have arrived at each object elsewhere, while any run is unfinished. */
  readonly #arrived = new Map<string, number>();
  readonly #closing = new AbortController();
  #retrying = 0;
  #begun = 0;

  constructor(
    private readonly planner: RunPlannerService,
    private readonly actions: PreparedActions,
    private readonly runner: ActionRunner,
    private readonly runs: ActionRunRepository,
    private readonly timer: TickTimer,
    private readonly clock: Clock,
  ) {
    setMaxListeners(0, this.#closing.signal); // one for each run that waits
  }

  /** Nothing begins any more. What waits stays pending, and the next start of the controller takes it up. */
  onModuleDestroy(): void {
    this.#closing.abort();
    this.#active.clear();
  }

  /** Plans the runs of an occurrence and begins them. */
  dispatch(occurrence: EventOccurrence): void {
    this.begin(this.plan(occurrence));
  }

  /**
   * The runs of an occurrence, which count as runs from now on: whoever tries again to begin them plans none a second time.
   * While the storage cannot be written, runs without a row count as well.
   */
  plan(occurrence: EventOccurrence): readonly ActionRun[] {
    return this.planner.plan(occurrence, MAX_UNFINISHED - this.#unfinished.size);
  }

  /**
   * Stores planned runs and begins them; never throws, never waits. What is asked of the database after this call is
   * durable after the occurrence is. Not for use inside a unit of work: there it is {@link beginInTransaction}.
   */
  begin(runs: readonly ActionRun[]): void {
    const [first] = runs;
    if (!first) return;
    const stored = this.#insert(runs).catch((error: unknown) => {
      // Without space on the disk, whoever can be notified is notified all the same.
      this.#logger.error(`The occurrence of "${first.occurrence.eventName}" could not be stored.`, stackOf(error));
      this.resume(runs);
    });
    this.#track(stored);
  }

  /** Like {@link begin}, but the runs are committed with the running unit of work, and begin after that. */
  beginInTransaction(runs: readonly ActionRun[]): Promise<void> {
    return this.#insert(runs);
  }

  /** Runs what is stored already, in this order. */
  resume(runs: readonly ActionRun[]): void {
    if (this.#isClosing) return;
    const due = runs.filter(({ skipped }) => !skipped);
    const at = this.clock.uptime();
    for (const run of due) this.#unfinished.set(run, { at, number: ++this.#begun });
    this.#track(this.#enqueueInOrder(due));
  }

  /** Number of runs that wait for their target or for their next attempt. */
  get waiting(): number {
    return this.#limiter.waiting + this.#retrying;
  }

  /** Resolves when nothing is being done; what waits to be tried again goes on waiting. */
  async idle(): Promise<void> {
    while (this.#active.size > 0) await Promise.all(this.#active);
  }

  get #isClosing(): boolean {
    return this.#closing.signal.aborted;
  }

  #insert(runs: readonly ActionRun[]): Promise<void> {
    return this.runs.insert(runs, () => this.resume(runs));
  }

  async #enqueueInOrder(runs: readonly ActionRun[]): Promise<void> {
    for (const run of runs) await this.#enqueue(run);
  }

  /** Resolves when an attempt has begun, or has to wait for others of its target, or none is made. */
  async #enqueue(run: ActionRun): Promise<void> {
    if (this.#isClosing) return;
    const prepared = this.actions.of(run);
    if ('result' in prepared) return this.#finish(run, prepared);
    const begun: Promise<void>[] = [];
    const attempt = (): Promise<void> =>
      new Promise((end) => begun.push(new Promise((begin) => end(this.#attempt(run, begin)))));
    const ended = this.#limiter
      .run(prepared.row.target(prepared.params), this.#closing.signal, attempt)
      .catch((error: unknown) => (this.#isClosing ? undefined : this.#finish(run, outcomeOfError(error))));
    this.#track(ended);
    if (begun.length > 0) await Promise.race([...begun, ended]);
  }

  async #attempt(run: ActionRun, begun: () => void): Promise<void> {
    if (this.#isClosing) return;
    const prepared = this.actions.of(run);
    if ('result' in prepared) return this.#finish(run, prepared);
    const { switches, retries } = prepared.row;
    const refusal = switches && this.#refusalOf(run, prepared);
    if (refusal) return this.#finish(run, refusal);
    try {
      await this.runs.begin(run, switches);
    } catch {
      return this.#finish(run, problem('failed', 'NOT_RECORDED', 'It could not be stored that it begins.'));
    }
    const { occurrence } = run;
    const attempt = this.runner.attempt(prepared, { occurrence, cause: causeOfOccurrence(occurrence) });
    begun();
    const { outcome, took, late } = await attempt;
    // A switching that did not end in time may still happen.
    const mayRetry = retries && outcome.retry && !(switches && late);
    if (!outcome.retry || late) this.#noteArrival(run, prepared);
    if (mayRetry && this.#retryLater(run)) return this.#logFailure(this.runs.markForRetry(run, outcome, took));
    await this.#finish(run, outcome, took);
    if (switches) void late?.then((inTheEnd) => this.#finish(run, inTheEnd));
  }

  /** The reason why a switching is not done that has waited for its target or its next attempt. */
  #refusalOf(run: ActionRun, { row, params }: PreparedAction): Outcome | undefined {
    const begin = this.#unfinished.get(run);
    if (!begin) return undefined;
    if (this.clock.uptime() - begin.at > MAX_SWITCHING_AGE) {
      return problem('failed', 'TOO_LATE', 'It waited for too long to be done now.');
    }
    const newest = this.#arrived.get(row.commands?.(params) ?? '') ?? 0;
    return newest > begin.number ? problem('skipped', 'OVERTAKEN', 'A newer command was sent meanwhile.') : undefined;
  }

  #noteArrival(run: ActionRun, { row, params }: PreparedAction): void {
    const { number = 0 } = this.#unfinished.get(run) ?? {};
    const object = row.commands?.(params);
    if (object !== undefined) this.#arrived.set(object, Math.max(number, this.#arrived.get(object) ?? 0));
  }

  #retryLater(run: ActionRun): boolean {
    const wait = RETRY_DELAYS[run.tries - 1];
    if (wait === undefined || this.#retrying >= MAX_RETRYING) return false;
    this.#retrying++;
    this.timer.after(wait, () => {
      this.#retrying--;
      this.#track(this.#enqueue(run));
    });
    return true;
  }

  #finish(run: ActionRun, outcome: Outcome, took?: Millis): Promise<void> {
    this.#unfinished.delete(run);
    if (this.#unfinished.size === 0) this.#arrived.clear();
    return this.#logFailure(this.runs.finish(run, outcome, took));
  }

  /** Only logs a failed write: the action has been done, whether that can be stored or not. */
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
