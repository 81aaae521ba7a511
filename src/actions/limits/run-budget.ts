import { Injectable } from '@nestjs/common';
import { Clock, type Millis } from '../../common/clock.js';
import { SettingsStore } from '../../settings/settings.store.js';

const ONE_MINUTE: Millis = 60_000;

/** `over`: the first refusal of a minute, which is reported; `silent`: one more, which is only refused. */
export type RunBudgetResult = 'run' | 'over' | 'silent';

interface Spent {
  readonly runs: Millis[];
  /** The moment in which a refusal was last reported. */
  reportedAt: Millis | undefined;
}

/** The key of a count: an action for an event; if one of them is left out, the other by itself. */
export interface CountedRun {
  readonly eventId?: number;
  readonly actionId?: number;
}

/**
 * Limits the runs of each action for each event within a minute, by the settings. An event by itself counts
 * its stored occurrences; an action by itself counts its test runs.
 */
@Injectable()
export class RunBudget {
  readonly #spent = new Map<string, Spent>();
  #sweptAt: Millis = -Infinity;

  constructor(
    private readonly settings: SettingsStore,
    private readonly clock: Clock,
  ) {}

  /** The allowed number per minute. */
  get limit(): number {
    return this.settings.get('actionsPerMinute');
  }

  /** Number of counted pairs. */
  get size(): number {
    return this.#spent.size;
  }

  /** Counts a run, unless the limit was reached within the last minute. */
  take({ eventId, actionId }: CountedRun): RunBudgetResult {
    const uptime = this.clock.uptime();
    this.#sweep(uptime);
    const spent = this.#of(`${eventId ?? ''} ${actionId ?? ''}`, uptime);
    if (spent.runs.length < this.limit) {
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
