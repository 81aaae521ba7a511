import { Injectable } from '@nestjs/common';
import type { Access, CallerAt } from '../kernel/access.js';
import { causeOf } from '../kernel/cause.js';
import { Clock } from '../kernel/clock.js';
import { ActionPerformer } from './action-performer.service.js';
import { ActionTrialLog } from './action-trial-log.service.js';
import type { ActionTrialView } from './action-trial.view.js';
import { DryRun } from './dry-run.service.js';
import type { Firing } from './firing.js';
import type { Task } from './run.js';

/** Does an action once because somebody asks, or says what it would do. */
@Injectable()
export class ActionTrial {
  constructor(
    private readonly performer: ActionPerformer,
    private readonly dryRuns: DryRun,
    private readonly log: ActionTrialLog,
    private readonly clock: Clock,
  ) {}

  /** Waits for one try and tells what came of it. Throws TOO_MANY_ATTEMPTS. */
  async run(task: Task, caller: CallerAt): Promise<ActionTrialView> {
    this.log.mustNotBeTooOften(task);
    const occasion = { firing: this.#firing(task), cause: causeOf(caller) };
    const { outcome, took } = await this.performer.attempt(task, occasion);
    await this.log.record(task, outcome, caller);
    const { state, result, detail } = outcome;
    const tookMs = Math.round(took);
    if (state === 'done') return { dryRun: false, ok: true, detail, tookMs };
    return { dryRun: false, ok: false, code: result, error: detail, tookMs };
  }

  dryRun(task: Task, access: Access): ActionTrialView {
    return this.dryRuns.of(task, this.#firing(task), access);
  }

  #firing({ action }: Task): Firing {
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
