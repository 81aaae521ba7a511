import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../../audit/audit-log.service.js';
import type { Access, CallerWithAddress } from '../../common/access.js';
import { causeOf, type Cause } from '../../common/cause.js';
import { Clock } from '../../common/clock.js';
import { ApiError } from '../../common/errors.js';
import type { ActionTestRunView } from '../action.view.js';
import { objectOf } from '../action.store.js';
import type { EventOccurrence } from '../event-occurrence.js';
import type { PreparedAction } from '../execution/action-run.js';
import { ActionRunner } from '../execution/action-runner.js';
import type { Outcome } from '../execution/outcome.js';
import { TargetLimiter } from '../execution/target-limiter.js';
import { RunBudget } from '../limits/run-budget.js';
import { DryRunService } from './dry-run.service.js';

const ONE_MINUTE_IN_SECONDS = 60;

/** Does an action once because somebody asks, or says what it would do. Who runs one by hand is bound like an event. */
@Injectable()
export class TestRunService {
  /** A share of their own: however many receivers do not answer, no run of an event waits for a test run. */
  readonly #limiter = new TargetLimiter({ atOnce: 16, perTarget: 16, inAll: 64 });

  constructor(
    private readonly runner: ActionRunner,
    private readonly budget: RunBudget,
    private readonly audit: AuditLogService,
    private readonly dryRuns: DryRunService,
    private readonly clock: Clock,
  ) {}

  /** Waits for one attempt, including its time in the queue, and returns its outcome. Throws TOO_MANY_ATTEMPTS. */
  async run(prepared: PreparedAction, caller: CallerWithAddress): Promise<ActionTestRunView> {
    const { action, row, params } = prepared;
    if (this.budget.take({ actionId: action.id }) !== 'run') throw ApiError.tooMany(ONE_MINUTE_IN_SECONDS);
    const context = { occurrence: this.#occurrence(prepared), cause: causeOf(caller) };
    const target = row.target(params);
    const { outcome, took } = await this.runner.attempt(prepared, context, (signal, work) =>
      this.#limiter.run(target, signal, work),
    );
    await this.#record(prepared, outcome, context.cause);
    const { state, result, detail } = outcome;
    const tookMs = Math.round(took);
    if (state === 'done') return { dryRun: false, ok: true, detail, tookMs };
    return { dryRun: false, ok: false, code: result, error: detail, tookMs };
  }

  dryRun(prepared: PreparedAction, access: Access): ActionTestRunView {
    return this.dryRuns.preview(prepared, this.#occurrence(prepared), access);
  }

  async #record({ action }: PreparedAction, { state, result, detail }: Outcome, cause: Cause): Promise<void> {
    await this.audit.record({
      kind: 'action.run',
      object: objectOf(action.id),
      cause,
      after: { name: action.name, test: true, state, ...(detail !== undefined && { detail }) },
      result,
    });
  }

  #occurrence({ action }: PreparedAction): EventOccurrence {
    return {
      eventId: 0,
      eventName: `Test of ${action.name}`,
      code: 0,
      params: ['', '', ''],
      at: this.clock.now(),
      object: 'this PDU',
      objectKind: 'system',
      objectId: '',
      actionIds: [action.id],
      depth: 0,
    };
  }
}
