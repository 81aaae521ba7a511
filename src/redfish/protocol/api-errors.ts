import type { ApiErrorCode, ErrorDetail } from '../../common/errors.js';
import { ApiError } from '../../common/errors.js';
import { baseMessage, RedfishError, type BaseKey } from './redfish-error.js';

/** The errors of the product that have a message and a status of their own here; the others follow from their status. */
const ROWS: Partial<Record<ApiErrorCode, readonly [status: number, key: BaseKey]>> = {
  NOT_SIGNED_IN: [401, 'NoValidSession'],
  SIGN_IN_FAILED: [401, 'NoValidSession'],
  OUTLET_PROTECTED: [409, 'GeneralError'],
  BODY_NOT_JSON: [400, 'MalformedJSON'],
  BODY_INCOMPLETE: [400, 'MalformedJSON'],
  BODY_NOT_OBJECT: [400, 'UnrecognizedRequestBody'],
  BODY_TOO_DEEP: [400, 'UnrecognizedRequestBody'],
  BODY_ENCODED: [400, 'UnrecognizedRequestBody'],
  RELAY_FAULT: [500, 'OperationFailed'],
  HARDWARE_SILENT: [500, 'OperationTimeout'],
  INTERNAL_ERROR: [500, 'InternalError'],
  PRIMARY_ADMIN_FIXED: [403, 'InsufficientPrivilege'],
  LIST_FULL: [400, 'CreateLimitReachedForResource'],
  USERS_FULL: [503, 'GeneralError'],
};

/** An error of the product as a client of this protocol gets it; the product's own sentence is the resolution. */
export function redfishErrorOf(error: ApiError, uri: string): RedfishError {
  const headers: Record<string, string> =
    error.retryAfter === undefined ? {} : { 'Retry-After': String(error.retryAfter) };
  const [status, key] = ROWS[error.code] ?? byStatus(error.status);
  if (status === 401) return RedfishError.of(status, key);
  if (key === 'ResourceMissingAtURI') return RedfishError.missing(uri);
  const details = error.details?.filter(({ field }) => field !== '') ?? [];
  if (status !== 400 || details.length === 0) {
    return new RedfishError(status, baseMessage(key, [], { resolution: error.message }), headers);
  }
  return new RedfishError(status, details.map(invalidMember), headers);
}

function byStatus(status: number): readonly [number, BaseKey] {
  if (status === 403) return [403, 'InsufficientPrivilege'];
  if (status === 404) return [404, 'ResourceMissingAtURI'];
  if (status === 422 || status === 400) return [400, 'GeneralError'];
  return [status, status === 500 ? 'InternalError' : 'GeneralError'];
}

const invalidMember = ({ field, message }: ErrorDetail) =>
  baseMessage('PropertyValueFormatError', ['', field], {
    related: [`/${field.replaceAll('.', '/')}`],
    resolution: message,
  });
