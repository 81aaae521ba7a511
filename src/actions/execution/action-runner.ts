import { Injectable, Logger } from '@nestjs/common';
import { ApiError } from '../../common/errors.js';
import { Clock, type Millis } from '../../common/clock.js';
import { ActionStore } from '../action.store.js';
import { ActionTools } from './action-tools.js';
import { AutomaticSwitchLog } from '../limits/automatic-switch-log.js';
import { actionCode } from '../catalogue/index.js';
import type { ActionContext } from '../catalogue/row.js';
import { TickTimer } from './tick-timer.js';
import { outcomeOf, outcomeOfError, problem, type Outcome } from './outcome.js';
import { RelayRateLimiter, type RelayPermit, type RelayPause } from '../limits/relay-rate-limiter.js';
import type { ActionRun, PreparedAction } from './action-run.js';

/** How long one attempt at an action may take. */
export const TIME_LIMIT: Millis = 10_000;

/** One attempt at an action. */
export interface Attempt {
  readonly outcome: Outcome;
  readonly took: Millis;
  /** What came of it in the end, after the time limit too; undefined when it ended within. */
  readonly late: Promise<Outcome> | undefined;
}

const TIMED_OUT = problem(
  'failed',
  'TIME_LIMIT',
  'It did not end within 10 s; whether it happens still is not known.',
  true,
);

/** Does what an action says, once. */
@Injectable()
export class ActionRunner {
  readonly #logger = new Logger('Actions');

  constructor(
    private readonly store: ActionStore,
    private readonly tools: ActionTools,
    private readonly switchLog: AutomaticSwitchLog,
    private readonly rateLimiter: RelayRateLimiter,
    private readonly timer: TickTimer,
    private readonly clock: Clock,
  ) {}

  /** An action as it is now, ready to be done; undefined for one that is not there. Throws ACTION_NOT_AVAILABLE or ACTION_SECRET_LOST. */
  prepare(actionId: number): PreparedAction | undefined {
    const action = this.store.get(actionId);
    if (!action) return undefined;
    const row = actionCode(action.code);
    if (!row?.fits(this.tools.targets.model)) {
      throw new ApiError('ACTION_NOT_AVAILABLE', action.code, row?.name ?? 'which is none');
    }
    const params = this.store.decryptedParams(action);
    if (!params) throw new ApiError('ACTION_SECRET_LOST', action.name);
    return { action, row, params };
  }

  /** False when the id has come to mean another action since. */
  isSameAction({ actionId, identity }: ActionRun): boolean {
    return identity === undefined || identity === this.store.identityOf(actionId);
  }

  /** Makes one attempt; never rejects. */
  async attempt(prepared: PreparedAction, context: ActionContext): Promise<Attempt> {
    const begun = this.clock.uptime();
    const ended = this.#perform(prepared, context);
    const outcome = await Promise.race([ended, this.timer.after(TIME_LIMIT).then(() => TIMED_OUT)]);
    return { outcome, took: this.clock.uptime() - begun, late: outcome === TIMED_OUT ? ended : undefined };
  }

  /** True when an action that was cut off by a stop is known to have happened. */
  happened({ row, params }: PreparedAction, since: Millis): boolean {
    return row.happened?.(this.tools, params, since) ?? false;
  }

  /** The relays of an action that automations have to leave alone now. */
  pausesOf(actionId: number): RelayPause[] {
    try {
      const prepared = this.prepare(actionId);
      const moves = prepared?.row.moves?.(this.tools.targets, prepared.params);
      return moves ? this.rateLimiter.of(moves) : [];
    } catch {
      return []; // it cannot be done, so it waits for nothing
    }
  }

  async #perform({ row, params }: PreparedAction, context: ActionContext): Promise<Outcome> {
    let permit: RelayPermit | undefined;
    try {
      const moves = row.moves?.(this.tools.targets, params);
      if (moves && isAutomatic(context)) permit = this.rateLimiter.request(moves);
      if (permit && 'pause' in permit) return pausedOutcome(permit.pause);
      // Before the relay moves: the poll cycle that sees it may fire the next event.
      if (moves) this.switchLog.record(moves.objects, context.occurrence.depth + 1);
      return outcomeOf(await row.perform(this.tools, params, context));
    } catch (error) {
      // What this PDU refuses has moved nothing.
      if (permit && 'takeBack' in permit && error instanceof ApiError && error.status < 500) permit.takeBack();
      if (!(error instanceof ApiError))
        this.#logger.error('An action failed.', error instanceof Error ? error.stack : error);
      return outcomeOfError(error);
    }
  }
}

/** False for an action that somebody tests: whoever switches by hand is never held up. */
const isAutomatic = ({ cause }: ActionContext): boolean => cause.kind === 'action';

const pausedOutcome = ({ relay, until }: RelayPause): Outcome =>
  problem(
    'skipped',
    'PAUSED',
    `Automations moved ${relay} too often within a minute and leave it alone until ${new Date(until).toISOString()}.`,
  );
