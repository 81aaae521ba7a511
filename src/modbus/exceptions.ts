import { ApiError, type ApiErrorCode } from '../common/errors.js';
import { ModbusException, type ExceptionName } from './requests.js';

/** The exceptions for errors of the API; every other error is a failure of the device, whose reason is in the audit log. */
export const EXCEPTION_OF: Readonly<Partial<Record<ApiErrorCode, ExceptionName>>> = {
  OUTLETS_NOT_AVAILABLE: 'illegalAddress',
  OUTLET_UNKNOWN: 'illegalAddress',
  RELAY_OUTPUTS_NOT_AVAILABLE: 'illegalAddress',
  RELAY_OUTPUT_UNKNOWN: 'illegalAddress',
  GROUP_UNKNOWN: 'illegalAddress',
  TOO_MANY_COMMANDS: 'busy',
};

/** The exception for an error; undefined for one that the product should not have thrown. */
export function exceptionFor(error: unknown): ExceptionName | undefined {
  if (error instanceof ModbusException) return error.reason;
  return error instanceof ApiError ? (EXCEPTION_OF[error.code] ?? 'deviceFailure') : undefined;
}
