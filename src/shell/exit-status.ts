import { ApiError, type ApiErrorCode } from '../common/errors.js';
import { UsageError } from './parse.js';

/** The exit statuses of commands. */
export const EXIT = {
  done: 0,
  /** Refused, or failed at the PDU. */
  refused: 1,
  usage: 2,
  hardwareSilent: 3,
  timedOut: 124,
  unknownCommand: 127,
} as const;

/** Errors that say that a command was written in a wrong way, or names what does not exist. */
const WRONG_USAGE = new Set<ApiErrorCode>([
  'VALIDATION_FAILED',
  'NOTHING_TO_CHANGE',
  'OUTLET_UNKNOWN',
  'OUTLET_IN_LIST_UNKNOWN',
  'OUTLET_IN_LIST_REPEATED',
  'RELAY_OUTPUT_UNKNOWN',
  'INLET_UNKNOWN',
  'BANK_UNKNOWN',
  'SENSOR_UNKNOWN',
  'GROUP_UNKNOWN',
  'ACTION_UNKNOWN',
  'EVENT_UNKNOWN',
  'ALARM_UNKNOWN',
  'ROLE_UNKNOWN',
  'USER_UNKNOWN',
  'USER_ROLE_UNKNOWN',
  'SSH_KEY_INVALID',
  'SSH_KEY_UNKNOWN',
]);

/** An object that the caller does not see: unknown to them, and a refusal like that over HTTP. */
export class RefusedLookup extends ApiError {}

/** The exit status of an error, and the sentence for standard error. */
export function refusalOf(error: unknown): { readonly status: number; readonly message: string } {
  if (error instanceof UsageError) return { status: EXIT.usage, message: error.message };
  if (!(error instanceof ApiError)) {
    return { status: EXIT.refused, message: new ApiError('INTERNAL_ERROR').message };
  }
  const status = error instanceof RefusedLookup ? EXIT.refused : exitStatusOf(error.code);
  return { status, message: error.message };
}

export function exitStatusOf(code: ApiErrorCode): number {
  if (code === 'HARDWARE_SILENT') return EXIT.hardwareSilent;
  return WRONG_USAGE.has(code) ? EXIT.usage : EXIT.refused;
}
