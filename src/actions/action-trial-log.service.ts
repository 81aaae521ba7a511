import { Injectable } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log.service.js';
import type { CallerAt } from '../kernel/access.js';
import { causeOf } from '../kernel/cause.js';
import { Clock } from '../kernel/clock.js';
import { ApiError } from '../kernel/errors.js';
import { SettingsStore } from '../settings/settings.store.js';
import { objectOf } from './action.store.js';
import type { Outcome } from './outcome.js';
import type { Task } from './run.js';
import { RunBudget } from './run-budget.js';

const TESTS = 0;
const ONE_MINUTE_IN_SECONDS = 60;

/** Counts the tests of actions and writes them down: who runs one by hand is bound like an event. */
@Injectable()
export class ActionTrialLog {
  readonly #budget = new RunBudget();

  constructor(
    private readonly audit: AuditLog,
    private readonly settings: SettingsStore,
    private readonly clock: Clock,
  ) {}

  /** Throws TOO_MANY_ATTEMPTS. */
  mustNotBeTooOften({ action }: Task): void {
    const limits = { limit: this.settings.get('actionsPerMinute'), uptime: this.clock.uptime() };
    if (this.#budget.take(TESTS, action.id, limits) !== 'run') throw ApiError.tooMany(ONE_MINUTE_IN_SECONDS);
  }

  async record({ action }: Task, { state, result, detail }: Outcome, caller: CallerAt): Promise<void> {
    await this.audit.record({
      kind: 'action.run',
      object: objectOf(action.id),
      cause: causeOf(caller),
      after: { name: action.name, test: true, state, ...(detail !== undefined && { detail }) },
      result,
    });
  }
}
