import { Injectable } from '@nestjs/common';
import { AutomationLimitsService } from '../limits/automation-limits.service.js';
import { ActionStore } from '../action.store.js';
import { actionCode } from '../catalogue/index.js';
import { onThisPdu } from '../catalogue/row.js';
import type { EventOccurrence } from '../event-occurrence.js';
import { problem, type Outcome } from './outcome.js';
import type { ActionRun } from './action-run.js';
import { RunBudget } from '../limits/run-budget.js';

/** Events and actions that set each other off stop after so many pairs of them. */
export const MAX_CHAIN_DEPTH = 5;

/** Decides which actions of an occurrence run, within the limits of automations. */
@Injectable()
export class RunPlannerService {
  constructor(
    private readonly store: ActionStore,
    private readonly budget: RunBudget,
    private readonly limits: AutomationLimitsService,
  ) {}

  /**
   * The runs of an occurrence; those that are not to be done say why. What is refused again and again is reported once a minute.
   * @param capacity how many more may wait; what this PDU does itself waits for no receiver, and is not bounded by it
   */
  plan(occurrence: EventOccurrence, capacity = Infinity): ActionRun[] {
    return occurrence.actionIds.flatMap((actionId, index) => {
      const refusal = this.#refusal(occurrence, actionId, index < capacity || this.#isOnThisPdu(actionId));
      if (refusal === 'silent') return [];
      const name = this.store.get(actionId)?.name ?? `Action ${actionId}`;
      const run: ActionRun = {
        id: undefined,
        actionId,
        name,
        occurrence,
        place: index + 1,
        tries: 0,
        identity: this.store.identityOf(actionId),
      };
      return [refusal === undefined ? run : { ...run, skipped: refusal }];
    });
  }

  #isOnThisPdu(actionId: number): boolean {
    const action = this.store.get(actionId);
    return action !== undefined && actionCode(action.code)?.target === onThisPdu;
  }

  /** The reason why an action does not run for an occurrence; undefined if it does, which is counted. */
  #refusal(occurrence: EventOccurrence, actionId: number, hasCapacity: boolean): Outcome | 'silent' | undefined {
    const { eventId, depth } = occurrence;
    const spent = this.budget.take({ eventId, actionId });
    // Whatever is written down counts: a refusal is a row, too.
    if (spent === 'silent' || !this.limits.mayRun(occurrence, hasCapacity)) return 'silent';
    if (spent === 'over') {
      return problem('skipped', 'TOO_OFTEN', `It ran ${this.budget.limit} times for this event within a minute.`);
    }
    if (depth >= MAX_CHAIN_DEPTH) {
      return problem(
        'skipped',
        'TOO_DEEP',
        `${depth} automatic steps led here: events and actions set each other off.`,
      );
    }
    return this.store.get(actionId)?.enabled === false ? problem('skipped', 'DISABLED', 'It is disabled.') : undefined;
  }
}
