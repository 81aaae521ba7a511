import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { Clock, type Millis } from '../kernel/clock.js';
import { ActionExecutor } from './action-executor.service.js';
import { ActionPerformer } from './action-performer.service.js';
import { ActionRuns } from './action-runs.service.js';
import { problem, type Outcome } from './outcome.js';
import type { CutOff, Run, Task } from './run.js';

/** What was to be switched longer ago than this is not switched any more: the reason for it may be gone. */
const LATEST: Millis = 60_000;

/** Takes up what the controller was doing when it stopped: nothing is lost, and nothing is switched twice. */
@Injectable()
export class ActionRecovery implements OnModuleInit, OnApplicationBootstrap {
  #cutOff: readonly CutOff[] = [];

  constructor(
    private readonly runs: ActionRuns,
    private readonly performer: ActionPerformer,
    private readonly executor: ActionExecutor,
    private readonly clock: Clock,
  ) {}

  /** Before the first poll cycle, which may fire events of this life. */
  async onModuleInit(): Promise<void> {
    this.#cutOff = await this.runs.cutOff();
  }

  /** After the first poll cycle: what the relays are now tells what was done. */
  async onApplicationBootstrap(): Promise<void> {
    const firings = new Map<string, Run[]>();
    for (const cutOff of this.#cutOff) {
      const end = this.#endOf(cutOff);
      if (end) {
        // A full disk must not keep the controller from starting.
        await this.runs.close(cutOff.run, end).catch(() => undefined);
        continue;
      }
      const key = JSON.stringify(cutOff.run.firing);
      firings.set(key, [...(firings.get(key) ?? []), cutOff.run]);
    }
    this.#cutOff = [];
    for (const runs of firings.values()) this.executor.resume(runs);
  }

  /** How a run ended that is not taken up again; undefined for one that is. */
  #endOf({ run, begunAt }: CutOff): Outcome | undefined {
    const task = this.#taskOf(run);
    if (begunAt !== undefined) {
      if (task && this.performer.happened(task, begunAt)) return HAD_HAPPENED;
      return problem(
        'interrupted',
        'INTERRUPTED',
        'The controller stopped while it was being done; it is not repeated.',
      );
    }
    if (!task?.row.switches) return undefined;
    const age = this.clock.now() - run.firing.at;
    // A clock that was set back does not tell how old it is.
    if (age >= 0 && age <= LATEST) return undefined;
    return problem('interrupted', 'TOO_LATE', 'The controller was stopped when it was due, for too long to do it now.');
  }

  #taskOf(run: Run): Task | undefined {
    try {
      return this.performer.taskOf(run.actionId);
    } catch {
      return undefined; // its turn says why
    }
  }
}

const HAD_HAPPENED: Outcome = {
  state: 'done',
  result: 'ok',
  detail: 'It had been done when the controller stopped.',
  retry: false,
};
