import { Injectable } from '@nestjs/common';
import type { CallerWithAddress } from '../common/access.js';
import { Clock } from '../common/clock.js';
import { ApiError } from '../common/errors.js';
import { FairQueue, type Rank } from '../common/fair-queue.js';
import { TokenBucket } from '../common/token-bucket.js';

/** Largest number of waiting commands and changes of one user. */
const MAX_WAITING = 100;
/** Switching commands of one user: a burst, and then so many per second. */
const BUDGET = { perSecond: 20, burst: 100 } as const;
/** Largest number of users whose budget is remembered; a full budget is not. */
const MAX_BUDGETS = 1000;

/** The properties of a command that the queue needs. */
export interface CommandTicket {
  readonly caller: CallerWithAddress;
  /** True for a command that moves a relay, which counts against the budget of its user. */
  readonly switches: boolean;
}

/**
 * The one queue of all commands and changes that concern relays: of outlets, groups, relay outputs and hubs, whoever
 * sends them. Users take turns, administrators come before them, and the controller itself (a cold start, the
 * configuration) before all; the automation counts as one user among the others, with limits of its own.
 */
@Injectable()
export class CommandQueue {
  readonly #queue = new FairQueue();
  readonly #budgets = new Map<string, TokenBucket>();

  constructor(private readonly clock: Clock) {}

  /**
   * Runs a command of a caller when it is next. `work` checks the caller's permissions again, as they may have changed.
   * Throws TOO_MANY_COMMANDS at once, and NOT_SIGNED_IN if the caller's credential ended while the command waited.
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

  /** Runs a command of the automation. */
  automated<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue.run('automations', 'user', work);
  }

  /** Runs a command of the controller itself before all that wait. */
  first<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue.run('controller', 'first', work);
  }

  /** Resolves when all commands requested so far have ended. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }

  #spend(userId: string): void {
    const now = this.clock.uptime();
    const budget = this.#budgets.get(userId) ?? new TokenBucket(BUDGET);
    if (!budget.take(now)) throw ApiError.tooMany(budget.emptyFor(now) / 1000, 'TOO_MANY_COMMANDS');
    this.#budgets.delete(userId);
    this.#budgets.set(userId, budget);
    const [oldest] = this.#budgets.keys();
    if (oldest !== undefined && this.#budgets.size > MAX_BUDGETS) this.#budgets.delete(oldest);
  }
}
