import type { Millis } from '../../common/clock.js';

const ONE_MINUTE: Millis = 60_000;

/** `over`: the first refusal of a minute, which is reported; `silent`: one more, which is only refused. */
export type RunBudgetResult = 'run' | 'over' | 'silent';

interface Spent {
  readonly runs: Millis[];
  /** When a refusal was last reported. */
  reportedAt: Millis | undefined;
}

/** How often each action has run for each event within the last minute. */
export class RunBudget {
  readonly #spent = new Map<string, Spent>();
  #sweptAt: Millis = -Infinity;

  /** How many pairs are remembered. */
  get size(): number {
    return this.#spent.size;
  }

  /** Counts a run, unless there were `limit` within the minute before `uptime`. */
  take(eventId: number, actionId: number, { limit, uptime }: { limit: number; uptime: Millis }): RunBudgetResult {
    this.#sweep(uptime);
    const spent = this.#of(`${eventId} ${actionId}`, uptime);
    if (spent.runs.length < limit) {
      spent.runs.push(uptime);
      return 'run';
    }
    if (spent.reportedAt !== undefined && uptime - spent.reportedAt < ONE_MINUTE) return 'silent';
    spent.reportedAt = uptime;
    return 'over';
  }

  /** Once a minute: pairs that neither ran nor were reported within the last one are like new. */
  #sweep(uptime: Millis): void {
    if (uptime - this.#sweptAt < ONE_MINUTE) return;
    this.#sweptAt = uptime;
    for (const [key, { runs, reportedAt = -Infinity }] of this.#spent) {
      if (uptime - Math.max(reportedAt, runs.at(-1) ?? -Infinity) >= ONE_MINUTE) this.#spent.delete(key);
    }
  }

  #of(key: string, uptime: Millis): Spent {
    const known = this.#spent.get(key);
    const runs = known?.runs.filter((at) => uptime - at < ONE_MINUTE) ?? [];
    const spent = { runs, reportedAt: known?.reportedAt };
    this.#spent.set(key, spent);
    return spent;
  }
}
