import type { ActionRunEntity, ActionRunState } from './action-run.entity.js';

/** One run of an action for an event. */
export class ActionRunView {
  id: number;
  /** The moment of the occurrence, ISO 8601, UTC. */
  time: string;
  actionId: number;
  /** The action's name at that time. */
  actionName: string;
  /**
   * `pending`: not begun, or tried again soon; `begun`: under way; `interrupted`: the controller stopped meanwhile, and
   * it is not known to have happened; `skipped`: was not to be done.
   */
  state: ActionRunState;
  tries: number;
  /** `ok`, or the code of what went wrong. */
  result?: string;
  /** The outcome, as a sentence. */
  detail?: string;
  /** The start of the run, ISO 8601, UTC. */
  began?: string;
  /** Duration of the last attempt, ms. */
  took?: number;
  /** ISO 8601, UTC. */
  ended?: string;
}

export const actionRunView = (run: ActionRunEntity): ActionRunView => ({
  id: run.id,
  time: new Date(run.at).toISOString(),
  actionId: run.actionId,
  actionName: run.name,
  state: run.state,
  tries: run.tries,
  ...(run.result !== null && { result: run.result }),
  ...(run.detail !== null && { detail: run.detail }),
  ...(run.begunAt !== null && { began: new Date(run.begunAt).toISOString() }),
  ...(run.took !== null && { took: run.took }),
  ...(run.endedAt !== null && { ended: new Date(run.endedAt).toISOString() }),
});
