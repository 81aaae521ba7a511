import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../../audit/audit-log.service.js';
import type { CallerWithAddress } from '../../common/access.js';
import { causeOf } from '../../common/cause.js';
import { Clock } from '../../common/clock.js';
import { ApiError } from '../../common/errors.js';
import { SettingsStore } from '../../settings/settings.store.js';
import { objectOf } from '../action.store.js';
import type { Outcome } from '../execution/outcome.js';
import type { PreparedAction } from '../execution/queued-action-run.js';
import { RunBudget } from '../limits/run-budget.js';

const TESTS = 0;
const ONE_MINUTE_IN_SECONDS = 60;

/** Counts the tests of actions and writes them down: who runs one by hand is bound like an event. */
@Injectable()
export class TestRunLogService {
  readonly #budget = new RunBudget();

  constructor(
    private readonly audit: AuditLogService,
    private readonly settings: SettingsStore,
    private readonly clock: Clock,
  ) {}

  /** Throws TOO_MANY_ATTEMPTS. */
  assertWithinLimit({ action }: PreparedAction): void {
    const limits = { limit: this.settings.get('actionsPerMinute'), uptime: this.clock.uptime() };
    if (this.#budget.take(TESTS, action.id, limits) !== 'run') throw ApiError.tooMany(ONE_MINUTE_IN_SECONDS);
  }

  async record(
    { action }: PreparedAction,
    { state, result, detail }: Outcome,
    caller: CallerWithAddress,
  ): Promise<void> {
    await this.audit.record({
      kind: 'action.run',
      object: objectOf(action.id),
      cause: causeOf(caller),
      after: { name: action.name, test: true, state, ...(detail !== undefined && { detail }) },
      result,
    });
  }
}
