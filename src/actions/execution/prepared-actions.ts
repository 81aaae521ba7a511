import { Injectable } from '@nestjs/common';
import { ApiError } from '../../common/errors.js';
import { ActionStore } from '../action.store.js';
import { actionCode } from '../catalogue/index.js';
import { SwitchTargetsService } from '../catalogue/switch-targets.service.js';
import type { ActionRun, PreparedAction } from './action-run.js';
import { outcomeOfError, problem, type Outcome } from './outcome.js';

/** Finds actions as they are now, ready to be done. */
@Injectable()
export class PreparedActions {
  constructor(
    private readonly store: ActionStore,
    private readonly targets: SwitchTargetsService,
  ) {}

  /** Undefined for an action that is not there. Throws ACTION_NOT_AVAILABLE or ACTION_SECRET_LOST. */
  find(actionId: number): PreparedAction | undefined {
    const action = this.store.get(actionId);
    if (!action) return undefined;
    const row = actionCode(action.code);
    if (!row?.fits(this.targets.model)) {
      throw new ApiError('ACTION_NOT_AVAILABLE', action.code, row?.name ?? 'which is none');
    }
    const params = this.store.decryptedParams(action);
    if (!params) throw new ApiError('ACTION_SECRET_LOST', action.name);
    return { action, row, params };
  }

  /** Undefined for an action that cannot be done, too. */
  tryFind(actionId: number): PreparedAction | undefined {
    try {
      return this.find(actionId);
    } catch {
      return undefined;
    }
  }

  /** Prepares the action of a run, or says why nothing is done: it may have changed since the occurrence. */
  of({ actionId, identity }: ActionRun): PreparedAction | Outcome {
    try {
      // The id may have come to mean another action.
      const isSame = identity === undefined || identity === this.store.identityOf(actionId);
      const prepared = isSame ? this.find(actionId) : undefined;
      if (!prepared) return problem('skipped', 'DELETED', 'The action is there no longer.');
      return prepared.action.enabled ? prepared : problem('skipped', 'DISABLED', 'It is disabled.');
    } catch (error) {
      return outcomeOfError(error);
    }
  }
}
