import type { Millis } from './clock.js';
import { TokenBucket } from './token-bucket.js';

/** The most owners whose budget is remembered; a full budget is not. */
const MAX_BUDGETS = 1000;

/** A rate limit for each owner. Those who have done nothing for the longest time are forgotten first. */
export class Budgets {
  readonly #budgets = new Map<string, TokenBucket>();

  /** @param max the most owners that are remembered */
  constructor(
    private readonly rate: ConstructorParameters<typeof TokenBucket>[0],
    private readonly max = MAX_BUDGETS,
  ) {}

  /** Takes one of an owner's budget; the time until there is one again, ms, if it is used up, else 0. */
  spend(owner: string, uptime: Millis): Millis {
    const budget = this.#budgets.get(owner) ?? new TokenBucket(this.rate);
    if (!budget.take(uptime)) return budget.emptyFor(uptime);
    this.#budgets.delete(owner);
    this.#budgets.set(owner, budget);
    if (this.#budgets.size > this.max) {
      const [oldest] = this.#budgets.keys();
      if (oldest !== undefined) this.#budgets.delete(oldest);
    }
    return 0;
  }
}
