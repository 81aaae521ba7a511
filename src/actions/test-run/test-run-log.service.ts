import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../../audit/audit-log.service.js';
import type { CallerWithAddress } from '../../common/access.js';
import { causeOf } from '../../common/cause.js';
import { ApiError } from '../../common/errors.js';
import { objectOf } from '../action.store.js';
import type { Outcome } from '../execution/outcome.js';
import type { PreparedAction } from '../execution/action-run.js';
import { RunBudget } from '../limits/run-budget.js';

const ONE_MINUTE_IN_SECONDS = 60;

/** Counts the tests of actions and writes them down: who runs one by hand is bound like an event. */
@Injectable()
export class TestRunLogService {
  constructor(
    private readonly audit: AuditLogService,
    private readonly budget: RunBudget,
  ) {}

  /** Throws TOO_MANY_ATTEMPTS. */
  assertWithinLimit({ action }: PreparedAction): void {
    if (this.budget.take({ actionId: action.id }) !== 'run') throw ApiError.tooMany(ONE_MINUTE_IN_SECONDS);
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
