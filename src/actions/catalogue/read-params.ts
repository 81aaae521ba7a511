import { ApiError, type ErrorDetail } from '../../common/errors.js';
import { isMask } from '../../settings/conf.view.js';
import type { NamedTargets } from './switch-targets.service.js';
import { SECRET_MASK } from '../../common/secret-mask.js';
import { maskedUrl } from './masked-url.js';
import type { Read } from '../../common/values.js';
import type { ActionParam } from './param.js';
import type { ActionRow, Params } from './row.js';

/**
 * The parameters of an action from what a client sent; those that the code does not use become empty. A masked secret
 * stands for the `stored` one, as long as the others stay what they were: it was given for these. Throws 422 with
 * one detail for each wrong parameter.
 */
export function readParams(
  row: ActionRow,
  given: readonly string[],
  targets: NamedTargets,
  stored: readonly string[] | undefined,
): Params {
  const details: ErrorDetail[] = [];
  const read = (place: 0 | 1 | 2): string => {
    const param = row.params[place];
    if (!param) return '';
    const result = readOne(param, given[place] ?? '', targets, stored?.[place], () =>
      isSameUse(row, given, targets, stored),
    );
    if ('value' in result) return result.value;
    details.push({ field: `params.${place}`, message: `${param.label} must be ${result.wrong}.` });
    return '';
  };
  const params: Params = [read(0), read(1), read(2)];
  if (details.length > 0) throw ApiError.validation(details);
  return params;
}

function readOne(
  param: ActionParam,
  given: string,
  targets: NamedTargets,
  stored: string | undefined,
  isSame: () => boolean,
): Read<string> {
  if (param.kind === 'url' && given.includes(SECRET_MASK)) {
    return stored !== undefined && given === maskedUrl(stored)
      ? { value: stored }
      : { wrong: 'given in full, not with dashes' };
  }
  if (param.kind !== 'secret' || !isMask(given)) return param.read(given, targets);
  if (!stored) return { wrong: 'the secret itself, not the dashes that stand for it' };
  return isSame() ? { value: stored } : { wrong: 'sent again, because it was given for another address or object' };
}

/** True if all parameters that are no secrets are the same as before. */
export function isSameUse(
  row: ActionRow,
  given: readonly string[],
  targets: NamedTargets,
  stored: readonly string[] | undefined,
): boolean {
  return row.params.every((param, place) => {
    if (param.kind === 'secret') return true;
    const read = param.read(given[place] ?? '', targets);
    return 'value' in read && read.value === stored?.[place];
  });
}
