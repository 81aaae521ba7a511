import { Injectable } from '@nestjs/common';
import type { CallerWithAddress } from '../common/access.js';
import { Clock } from '../common/clock.js';
import { ApiError } from '../common/errors.js';
import { FairQueue, type Rank } from '../common/fair-queue.js';
import { TokenBucket } from '../common/token-bucket.js';

/** Commands and changes of one user that may wait at once. */
const MAX_WAITING = 100;
/** Switching commands of one user: so many at once, and then so many a second. */
const BUDGET = { perSecond: 20, burst: 100 } as const;
/** Users whose budget is remembered; a full budget is not. */
const MAX_BUDGETS = 1000;

/** What a command is to the queue. */
export interface CommandTicket {
  readonly caller: CallerWithAddress;
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
  readonly #budgets = new Map<string, TokenBucket>();

  constructor(private readonly clock: Clock) {}

  /**
   * Runs a command of a caller when it is next. `work` looks at the caller's rights again: they are those of then.
   * Throws TOO_MANY_COMMANDS at once; throws NOT_SIGNED_IN when it is next and the caller's credential has ended meanwhile.
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
