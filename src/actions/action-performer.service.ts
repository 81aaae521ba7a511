import { Injectable, Logger } from '@nestjs/common';
import { ApiError } from '../kernel/errors.js';
import { Clock, type Millis } from '../kernel/clock.js';
import { ActionStore } from './action.store.js';
import { ActionTools } from './action-tools.js';
import { AutomaticMoves } from './automatic-moves.service.js';
import { actionCode } from './catalogue/index.js';
import type { Occasion } from './catalogue/row.js';
import { DueTimes } from './due-times.js';
import { outcomeOf, outcomeOfError, problem, type Outcome } from './outcome.js';
import { RelayPauses, type Leave, type RelayPause } from './relay-pauses.service.js';
import type { Run, Task } from './run.js';

/** How long one try of an action may take. */
export const TIME_LIMIT: Millis = 10_000;

/** One try of an action. */
export interface Attempt {
  readonly outcome: Outcome;
  readonly took: Millis;
  /** What came of it in the end, after the time limit too; undefined when it ended within. */
  readonly late: Promise<Outcome> | undefined;
}

const LATE = problem(
  'failed',
  'TIME_LIMIT',
  'It did not end within 10 s; whether it happens still is not known.',
  true,
);

/** Does what an action says, once. */
@Injectable()
export class ActionPerformer {
  readonly #logger = new Logger('Actions');

  constructor(
    private readonly store: ActionStore,
    private readonly tools: ActionTools,
    private readonly moves: AutomaticMoves,
    private readonly pauses: RelayPauses,
    private readonly due: DueTimes,
    private readonly clock: Clock,
  ) {}

  /** An action as it is now, ready to be done; undefined for one that is not there. Throws ACTION_NOT_AVAILABLE or ACTION_SECRET_LOST. */
  taskOf(actionId: number): Task | undefined {
    const action = this.store.get(actionId);
    if (!action) return undefined;
    const row = actionCode(action.code);
    if (!row?.fits(this.tools.targets.model)) {
      throw new ApiError('ACTION_NOT_AVAILABLE', action.code, row?.name ?? 'which is none');
    }
    const params = this.store.opened(action);
    if (!params) throw new ApiError('ACTION_SECRET_LOST', action.name);
    return { action, row, params };
  }

  /** False when the id has come to mean another action since. */
  isMeant({ actionId, meant }: Run): boolean {
    return meant === undefined || meant === this.store.markOf(actionId);
  }

  /** Tries once; never rejects. */
  async attempt(task: Task, occasion: Occasion): Promise<Attempt> {
    const begun = this.clock.uptime();
    const ended = this.#perform(task, occasion);
    const outcome = await Promise.race([ended, this.due.after(TIME_LIMIT).then(() => LATE)]);
    return { outcome, took: this.clock.uptime() - begun, late: outcome === LATE ? ended : undefined };
  }

  /** True when an action that was cut off by a stop is known to have happened. */
  happened({ row, params }: Task, since: Millis): boolean {
    return row.happened?.(this.tools, params, since) ?? false;
  }

  /** The relays of an action that automations have to leave alone now. */
  pausesOf(actionId: number): RelayPause[] {
    try {
      const task = this.taskOf(actionId);
      const moves = task?.row.moves?.(this.tools.targets, task.params);
      return moves ? this.pauses.of(moves) : [];
    } catch {
      return []; // it cannot be done, so it waits for nothing
    }
  }

  async #perform({ row, params }: Task, occasion: Occasion): Promise<Outcome> {
    let leave: Leave | undefined;
    try {
      const moves = row.moves?.(this.tools.targets, params);
      if (moves && isAutomatic(occasion)) leave = this.pauses.ask(moves);
      if (leave && 'pause' in leave) return paused(leave.pause);
      // Before the relay moves: the poll cycle that sees it may fire the next event.
      if (moves) this.moves.note(moves.objects, occasion.firing.depth + 1);
      return outcomeOf(await row.perform(this.tools, params, occasion));
    } catch (error) {
      // What this PDU refuses has moved nothing.
      if (leave && 'takeBack' in leave && error instanceof ApiError && error.status < 500) leave.takeBack();
      if (!(error instanceof ApiError))
        this.#logger.error('An action failed.', error instanceof Error ? error.stack : error);
      return outcomeOfError(error);
    }
  }
}

/** False for an action that somebody tests: whoever switches by hand is never held up. */
const isAutomatic = ({ cause }: Occasion): boolean => cause.kind === 'action';

const paused = ({ relay, until }: RelayPause): Outcome =>
  problem(
    'skipped',
    'PAUSED',
    `Automations moved ${relay} too often within a minute and leave it alone until ${new Date(until).toISOString()}.`,
  );
