import { toParams } from '../../actions/catalogue/row.js';
import type { PduModel } from '../../hardware/profiles/pdu-model.js';
import { ApiError, type ErrorDetail } from '../../common/errors.js';
import type { EventRow, Params } from './row.js';

/**
 * The parameters of an event from what a client sent; those that the code does not use become empty. Throws 422 with
 * one detail for each wrong parameter.
 */
export function readParams(row: EventRow, given: readonly string[], model: PduModel): Params {
  const details: ErrorDetail[] = [];
  const values = row.params.map((param, place) => {
    const read = param.read(given[place] ?? '', model);
    if ('value' in read) return read.value;
    details.push({ field: `params.${place}`, message: `${param.label} must be ${read.wrong}.` });
    return '';
  });
  if (details.length > 0) throw ApiError.validation(details);
  return toParams(values);
}

/** True when the parameters name what this model has: another model may have run when they were written. */
export const readable = (row: EventRow, params: readonly string[], model: PduModel): boolean =>
  row.params.every((param, place) => 'value' in param.read(params[place] ?? '', model));
