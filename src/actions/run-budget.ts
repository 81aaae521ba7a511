import type { Millis } from '../kernel/clock.js';

const ONE_MINUTE: Millis = 60_000;

/** `over`: the first refusal of a minute, which is told of; `silent`: one more, which is only refused. */
export type Verdict = 'run' | 'over' | 'silent';

interface Spent {
  readonly runs: Millis[];
  /** When a refusal was last told of. */
  told: Millis | undefined;
}

/** How often each action has run for each event within the last minute. */
export class RunBudget {
  readonly #spent = new Map<string, Spent>();

  /** Counts a run, unless there were `limit` within the minute before `uptime`. */
  take(eventId: number, actionId: number, { limit, uptime }: { limit: number; uptime: Millis }): Verdict {
    const spent = this.#of(`${eventId} ${actionId}`, uptime);
    if (spent.runs.length < limit) {
      spent.runs.push(uptime);
      return 'run';
    }
    if (spent.told !== undefined && uptime - spent.told < ONE_MINUTE) return 'silent';
    spent.told = uptime;
    return 'over';
  }

  #of(key: string, uptime: Millis): Spent {
    const known = this.#spent.get(key);
    const runs = known?.runs.filter((at) => uptime - at < ONE_MINUTE) ?? [];
    const spent = { runs, told: known?.told };
    this.#spent.set(key, spent);
    return spent;
  }
}
