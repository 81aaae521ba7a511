import { Injectable, Logger } from '@nestjs/common';
import { ApiError } from '../../common/errors.js';
import { Clock, type Millis } from '../../common/clock.js';
import { yieldNow } from '../../common/time-slices.js';
import type { ActionContext } from '../catalogue/row.js';
import { AutomaticSwitchLog } from '../limits/automatic-switch-log.js';
import { RelayRateLimiter, type RelayPermit, type RelayPause } from '../limits/relay-rate-limiter.js';
import type { PreparedAction } from './action-run.js';
import { ActionTools } from './action-tools.js';
import { outcomeOf, outcomeOfError, problem, type Outcome } from './outcome.js';
import { TickTimer } from './tick-timer.js';

/** Time limit of one attempt. */
const TIME_LIMIT: Millis = 10_000;

/** One attempt at an action. */
export interface Attempt {
  readonly outcome: Outcome;
  readonly took: Millis;
  /** The outcome of work that goes on after the time limit; undefined if it ended within it. */
  readonly late: Promise<Outcome> | undefined;
}

/** Begins the work, at once or when its turn comes. */
type Begin = (signal: AbortSignal, work: () => Promise<Outcome>) => Promise<Outcome>;

/** Makes one attempt at an action, within a time limit. */
@Injectable()
export class ActionRunner {
  readonly #logger = new Logger('Actions');

  constructor(
    private readonly tools: ActionTools,
    private readonly switchLog: AutomaticSwitchLog,
    private readonly rateLimiter: RelayRateLimiter,
    private readonly timer: TickTimer,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes one attempt; never rejects. At the time limit its signal is aborted. What heeds that ends at once and says what
   * is known of it; for anything else only the time is known to be over.
   */
  async attempt(
    prepared: PreparedAction,
    context: Omit<ActionContext, 'signal'>,
    begin: Begin = (_, work) => work(),
  ): Promise<Attempt> {
    const begun = this.clock.uptime();
    const limit = new AbortController();
    const { signal } = limit;
    const ended = begin(signal, () => this.#perform(prepared, { ...context, signal })).catch(outcomeOfError);
    const within = await this.#beforeLimit(ended);
    const took = this.clock.uptime() - begun;
    if (within) return { outcome: within, took, late: undefined };
    limit.abort(new Error(`no answer within ${TIME_LIMIT / 1000} s`));
    const heeded = await Promise.race([ended, yieldNow()]);
    return { outcome: heeded ? timedOut(heeded) : TIMED_OUT, took, late: heeded ? undefined : ended };
  }

  /** True when an action that was cut off by a stop is known to have happened. */
  happened({ row, params }: PreparedAction, since: Millis): boolean {
    return row.happened?.(this.tools, params, since) ?? false;
  }

  /** Undefined when the time limit comes first. */
  #beforeLimit(ended: Promise<Outcome>): Promise<Outcome | undefined> {
    return new Promise((resolve) => {
      const cancel = this.timer.after(TIME_LIMIT, () => resolve(undefined));
      void ended.then(resolve).finally(cancel);
    });
  }

  async #perform({ row, params }: PreparedAction, context: ActionContext): Promise<Outcome> {
    let permit: RelayPermit | undefined;
    try {
      const moves = row.moves?.(this.tools.targets, params);
      if (moves && isAutomatic(context)) permit = this.rateLimiter.request(moves);
      if (permit && 'pause' in permit) return pausedOutcome(permit.pause);
      // Before the relay moves: the poll cycle that sees it may trigger the next event.
      if (moves) this.switchLog.record(moves.objects, context.occurrence.depth + 1);
      return outcomeOf(await row.perform(this.tools, params, context));
    } catch (error) {
      // A command that this PDU refuses has moved nothing.
      if (permit && 'takeBack' in permit && error instanceof ApiError && error.status < 500) permit.takeBack();
      if (!(error instanceof ApiError))
        this.#logger.error('An action failed.', error instanceof Error ? error.stack : error);
      return outcomeOfError(error);
    }
  }
}

const TIMED_OUT = problem(
  'failed',
  'TIME_LIMIT',
  `It did not end within ${TIME_LIMIT / 1000} s; whether it happens still is not known.`,
  true,
);

/** The failure of an exchange that the time limit has ended keeps its sentence, and whether it may be repeated. */
const timedOut = (outcome: Outcome): Outcome =>
  outcome.state === 'failed' ? { ...outcome, result: 'TIME_LIMIT' } : outcome;

/** False for an action that somebody tests: whoever switches by hand is never held up. */
const isAutomatic = ({ cause }: ActionContext): boolean => cause.kind === 'action';

const pausedOutcome = ({ relay, until }: RelayPause): Outcome =>
  problem(
    'skipped',
    'PAUSED',
    `Automations moved ${relay} too often within a minute and leave it alone until ${new Date(until).toISOString()}.`,
  );
