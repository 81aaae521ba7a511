import type { PduModel } from '../hardware/profiles/pdu-model.js';
import type { TargetNames } from './catalogue/switch-targets.service.js';
import type { ActionEntity } from './action.entity.js';
import { actionCode } from './catalogue/index.js';
import { SECRET_MASK } from '../common/secret-mask.js';
import { withoutPath } from '../logging/redaction.js';
import { maskedUrl } from './catalogue/masked-url.js';
import type { ParamKind } from './catalogue/param.js';
import { toParams, type ActionRow, type Params } from './catalogue/row.js';

/** One action. */
export class ActionView {
  id: number;
  name: string;
  /** False: events do not run it. */
  enabled: boolean;
  /** A code of `GET /api/action-codes`. */
  code: number;
  /**
   * Three texts; what they mean depends on the code, unused ones are empty. A secret is a run of dashes once it is set,
   * and so is what may be one in an address: the values of its query and long parts of its path.
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
  /** For example "outlet id". */
  label: string;
  /** The type of its value, for the form that asks for it. */
  kind: ParamKind;
  /** The only values it takes. */
  choices?: string[];
  min?: number;
  max?: number;
  /** True: may be empty. */
  optional: boolean;
}

/** One action code. */
export class ActionCodeView {
  code: number;
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
