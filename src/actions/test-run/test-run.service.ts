import { Injectable } from '@nestjs/common';
import type { Access, CallerWithAddress } from '../../common/access.js';
import { causeOf } from '../../common/cause.js';
import { Clock } from '../../common/clock.js';
import { ActionRunner } from '../execution/action-runner.js';
import { TestRunLogService } from './test-run-log.service.js';
import type { ActionTestRunView } from '../action-test-run.view.js';
import { DryRunService } from './dry-run.service.js';
import type { EventOccurrence } from '../event-occurrence.js';
import type { PreparedAction } from '../execution/action-run.js';

/** Does an action once because somebody asks, or says what it would do. */
@Injectable()
export class TestRunService {
  constructor(
    private readonly runner: ActionRunner,
    private readonly dryRuns: DryRunService,
    private readonly log: TestRunLogService,
    private readonly clock: Clock,
  ) {}

  /** Waits for one attempt and tells what came of it. Throws TOO_MANY_ATTEMPTS. */
  async run(prepared: PreparedAction, caller: CallerWithAddress): Promise<ActionTestRunView> {
    this.log.assertWithinLimit(prepared);
    const context = { occurrence: this.#occurrence(prepared), cause: causeOf(caller) };
    const { outcome, took } = await this.runner.attempt(prepared, context);
    await this.log.record(prepared, outcome, caller);
    const { state, result, detail } = outcome;
    const tookMs = Math.round(took);
    if (state === 'done') return { dryRun: false, ok: true, detail, tookMs };
    return { dryRun: false, ok: false, code: result, error: detail, tookMs };
  }

  dryRun(prepared: PreparedAction, access: Access): ActionTestRunView {
    return this.dryRuns.preview(prepared, this.#occurrence(prepared), access);
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
