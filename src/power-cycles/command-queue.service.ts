import { Injectable } from '@nestjs/common';
import type { CallerAt } from '../kernel/access.js';
import { Clock, type Millis } from '../kernel/clock.js';
import { ApiError } from '../kernel/errors.js';
import { FairQueue, type Rank } from '../kernel/fair-queue.js';

/** Commands and changes of one user that may wait at once. */
const MAX_WAITING = 100;
/** Switching commands of one user: so many at once, and then so many a second. */
const BURST = 100;
const PER_SECOND = 20;
/** Users whose budget is remembered; a full budget is not. */
const MAX_BUDGETS = 1000;

interface Budget {
  left: number;
  at: Millis;
}

/** What a command is to the queue. */
export interface CommandTicket {
  readonly caller: CallerAt;
  /** It moves a relay, so it counts against the budget of its user. */
  readonly switches: boolean;
}

/**
 * The one queue of all commands and changes that concern relays: of outlets, groups, relay outputs and hubs, whoever
 * sends them. Users take turns, administrators come before them, and the controller itself (a cold start, the
 * configuration) before all; automations are one user among the others, with limits of their own.
 */
@Injectable()
export class CommandQueue {
  readonly #queue = new FairQueue();
  readonly #budgets = new Map<string, Budget>();

  constructor(private readonly clock: Clock) {}

  /**
   * Runs a command of a caller when its turn has come. `work` looks at the caller's rights again: they are those of then.
   * Throws TOO_MANY_COMMANDS at once; throws NOT_SIGNED_IN in its turn when the caller's credential has ended meanwhile.
   */
  async run<T>({ caller, switches }: CommandTicket, work: () => Promise<T>): Promise<T> {
    if (this.#queue.waiting(caller.userId) >= MAX_WAITING) throw ApiError.tooMany(1, 'TOO_MANY_COMMANDS');
    if (switches) this.#spend(caller.userId);
    const rank: Rank = caller.access.isAdministrator ? 'administrator' : 'user';
    return this.#queue.run(caller.userId, rank, async () => {
      if (caller.hasEnded) throw new ApiError('NOT_SIGNED_IN');
      return work();
    });
  }

  /** Runs what automations do. */
  automated<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue.run('automations', 'user', work);
  }

  /** Runs something of the controller's own before everything that waits. */
  first<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue.run('controller', 'first', work);
  }

  /** Resolves when everything asked for so far has ended. */
  settled(): Promise<void> {
    return this.#queue.settled();
  }

  #spend(userId: string): void {
    const now = this.clock.uptime();
    const budget = this.#budgets.get(userId) ?? { left: BURST, at: now };
    const left = Math.min(BURST, budget.left + ((now - budget.at) / 1000) * PER_SECOND);
    if (left < 1) throw ApiError.tooMany((1 - left) / PER_SECOND, 'TOO_MANY_COMMANDS');
    this.#budgets.delete(userId);
    this.#budgets.set(userId, { left: left - 1, at: now });
    const [oldest] = this.#budgets.keys();
    if (oldest !== undefined && this.#budgets.size > MAX_BUDGETS) this.#budgets.delete(oldest);
  }
}
