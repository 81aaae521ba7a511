import type { PduModel } from '../hardware/profiles/pdu-model.js';
import type { TargetNames } from './catalogue/switch-targets.service.js';
import type { ActionEntity, ActionRunEntity, ActionRunState } from './action.entity.js';
import { actionCode } from './catalogue/index.js';
import { SECRET_MASK } from '../common/secret-mask.js';
import { withoutPath } from '../logging/redaction.js';
import { maskedUrl } from './catalogue/masked-url.js';
import type { ParamKind } from './catalogue/param.js';
import { toParams, type ActionRow, type Params } from './catalogue/row.js';

/** One action. */
export class ActionView {
  /** @example 1 */
  id: number;
  /** @example "Turn db-master off" */
  name: string;
  /** False: events do not run it. */
  enabled: boolean;
  /** A code of `GET /api/action-codes`. @example 11 */
  code: number;
  /**
   * Three texts; what they mean depends on the code, unused ones are empty. A secret is a run of dashes once it is set,
   * and so is what may be one in an address: the values of its query and long parts of its path.
   * @example ["1-1200578", "OFF", ""]
   */
  params: string[];
}

export const actionView = (
  { id, name, enabled, code }: ActionEntity,
  params: readonly string[],
  targets: TargetNames,
): ActionView => ({
  id,
  name,
  enabled,
  code,
  params: params.map((value, place) => actionCode(code)?.params[place]?.show?.(value, targets) ?? value),
});

/** Parameters whose secrets are not shown. */
export const maskedParams = (code: number, params: Params): string[] =>
  params.map((value, place) => {
    const kind = actionCode(code)?.params[place]?.kind;
    if (kind === 'url') return maskedUrl(value);
    return kind === 'secret' && value !== '' ? SECRET_MASK : value;
  });

/** The action for the diagnostics: without secrets, and with addresses reduced to their hosts. */
export const shareableAction = (action: ActionView): ActionView => ({
  ...action,
  params: maskedParams(action.code, toParams(action.params)).map(withoutPath),
});

export const isSecret = (code: number, place: number): boolean => actionCode(code)?.params[place]?.kind === 'secret';

/** One parameter of an action code. */
export class ActionParamView {
  /** @example "outlet id" */
  label: string;
  /** The type of its value, for the form that asks for it. @example "outlet" */
  kind: ParamKind;
  /** The only values it takes. */
  choices?: string[];
  min?: number;
  max?: number;
  /** True: may be empty. @example false */
  optional: boolean;
}

/** One action code. */
export class ActionCodeView {
  /** @example 11 */
  code: number;
  /** @example "Switch Outlet" */
  name: string;
  /** This model can perform it. */
  available: boolean;
  /** True if it changes something; the others only send a notification. */
  switches: boolean;
  params: ActionParamView[];
}

export const actionCodeView = ({ code, name, params, fits, switches }: ActionRow, model: PduModel): ActionCodeView => ({
  code,
  name,
  available: fits(model),
  switches,
  params: params.map(({ label, kind, choices, min, max, optional }) => ({
    label,
    kind,
    ...(choices && { choices: [...choices] }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    optional: optional === true,
  })),
});

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

/** An outlet or other relay that an action moves. */
export class TestRunMoveView {
  /** Outlet id, relay output id or sensor id. @example "1-1200578" */
  id: string;
  /** @example "db-master" */
  name?: string | undefined;
  /** The present state. @example "ON" */
  state?: string | undefined;
  /** Active power that hangs on it now, W. @example 140 */
  watts?: number | undefined;
}

/** The outcome of a test run, or the outcome that a dry run expects. */
export class ActionTestRunView {
  /** True: nothing was done. */
  dryRun: boolean;
  /** It was done, or the message was handed over; in a dry run: nothing known speaks against it. */
  ok: boolean;
  /** The outcome or the answer of the receiver, as a sentence. */
  detail?: string | undefined;
  /** Code of what went wrong, or would. */
  code?: string | undefined;
  /** A sentence that says so. */
  error?: string | undefined;
  /** Duration, ms. */
  tookMs?: number | undefined;
  /** Dry run: whom it goes to; absent for this PDU itself. */
  target?: string | undefined;
  /** Dry run: the commands that the relays would get. @example "OFF" */
  command?: 'ON' | 'OFF' | 'REBOOT' | 'OPEN' | 'CLOSE' | undefined;
  /** Dry run: what would be switched. */
  moves?: TestRunMoveView[] | undefined;
  /** Dry run: active power that hangs on all of it now, W. @example 140 */
  watts?: number | undefined;
  /** Dry run: the message that would be sent. */
  message?: object | undefined;
  /** Dry run: what else would be done. @example "Outlet db-master would turn off." */
  summary?: string | undefined;
}
