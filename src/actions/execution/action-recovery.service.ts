import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { ActionDispatcherService } from './action-dispatcher.service.js';
import { ActionRunner } from './action-runner.js';
import { ActionRunRepository } from './action-run.repository.js';
import { problem, type Outcome } from './outcome.js';
import { PreparedActions } from './prepared-actions.js';
import { MAX_SWITCHING_AGE, type InterruptedRun, type ActionRun } from './action-run.js';

/** Takes up what the controller was doing when it stopped: nothing is lost, and nothing is switched twice. */
@Injectable()
export class ActionRecoveryService implements OnModuleInit, OnApplicationBootstrap {
  #interrupted: readonly InterruptedRun[] = [];

  constructor(
    private readonly runs: ActionRunRepository,
    private readonly actions: PreparedActions,
    private readonly runner: ActionRunner,
    private readonly dispatcher: ActionDispatcherService,
    private readonly clock: Clock,
  ) {}

  /** Before the first poll cycle, which may already trigger events. */
  async onModuleInit(): Promise<void> {
    this.#interrupted = await this.runs.findInterrupted();
  }

  /** After the first poll cycle: the states of the relays show what was done. */
  async onApplicationBootstrap(): Promise<void> {
    const occurrences = new Map<string, ActionRun[]>();
    for (const interrupted of this.#interrupted) {
      const end = this.#finalOutcomeOf(interrupted);
      if (end) {
        // A full disk must not keep the controller from starting.
        await this.runs.finish(interrupted.run, end).catch(() => undefined);
        continue;
      }
      const key = JSON.stringify(interrupted.run.occurrence);
      occurrences.set(key, [...(occurrences.get(key) ?? []), interrupted.run]);
    }
    this.#interrupted = [];
    for (const runs of occurrences.values()) this.dispatcher.resume(runs);
  }

  /** The outcome of a run that is not resumed; undefined for one that is. */
  #finalOutcomeOf({ run, begunAt }: InterruptedRun): Outcome | undefined {
    const prepared = this.actions.tryFind(run.actionId);
    if (begunAt !== undefined) {
      if (prepared && this.runner.happened(prepared, begunAt)) return ALREADY_DONE;
      return problem(
        'interrupted',
        'INTERRUPTED',
        'The controller stopped while it was being done; it is not repeated.',
      );
    }
    if (!prepared?.row.switches) return undefined;
    const age = this.clock.now() - run.occurrence.at;
    // After the clock was set back its age is unknown.
    if (age >= 0 && age <= MAX_SWITCHING_AGE) return undefined;
    return problem('interrupted', 'TOO_LATE', 'The controller was stopped when it was due, for too long to do it now.');
  }
}

const ALREADY_DONE: Outcome = {
  state: 'done',
  result: 'ok',
  detail: 'It had been done when the controller stopped.',
  retry: false,
};
