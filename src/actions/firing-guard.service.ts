import { Injectable } from '@nestjs/common';
import { Clock } from '../kernel/clock.js';
import { SettingsStore } from '../settings/settings.store.js';
import { AutomationLimits } from './automation-limits.service.js';
import { ActionStore } from './action.store.js';
import type { Firing } from './firing.js';
import { problem, type Outcome } from './outcome.js';
import type { Run } from './run.js';
import { RunBudget } from './run-budget.js';

/** Events and actions that set each other off stop after so many pairs of them. */
export const DEEPEST_CHAIN = 5;

/** What keeps automations from running wild. */
@Injectable()
export class FiringGuard {
  readonly #budget = new RunBudget();

  constructor(
    private readonly store: ActionStore,
    private readonly settings: SettingsStore,
    private readonly clock: Clock,
    private readonly limits: AutomationLimits,
  ) {}

  /**
   * The runs of a firing; those that are not to be done say why. What is refused again and again is told of once a minute.
   * @param room how many more may wait
   */
  runsOf(firing: Firing, room = Infinity): Run[] {
    return firing.actionIds.flatMap((actionId, index) => {
      const verdict = this.#verdict(firing, actionId, index < room);
      if (verdict === 'silent') return [];
      const name = this.store.get(actionId)?.name ?? `Action ${actionId}`;
      const run = {
        id: undefined,
        actionId,
        name,
        firing,
        place: index + 1,
        tries: 0,
        meant: this.store.markOf(actionId),
      };
      return [verdict === undefined ? run : { ...run, skipped: verdict }];
    });
  }

  /** Why an action does not run for a firing; undefined when it does, which is counted. */
  #verdict(firing: Firing, actionId: number, hasRoom: boolean): Outcome | 'silent' | undefined {
    const { eventId, depth } = firing;
    const limit = this.settings.get('actionsPerMinute');
    const spent = this.#budget.take(eventId, actionId, { limit, uptime: this.clock.uptime() });
    // Whatever is written down counts: a refusal is a row, too.
    if (spent === 'silent' || !this.limits.mayRun(firing, hasRoom)) return 'silent';
    if (spent === 'over') {
      return problem('skipped', 'TOO_OFTEN', `It ran ${limit} times for this event within a minute.`);
    }
    if (depth >= DEEPEST_CHAIN) {
      return problem(
        'skipped',
        'TOO_DEEP',
        `${depth} automatic steps led here: events and actions set each other off.`,
      );
    }
    return this.store.get(actionId)?.enabled === false ? problem('skipped', 'DISABLED', 'It is disabled.') : undefined;
  }
}
