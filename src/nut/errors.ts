import { ApiError, API_ERRORS, type ApiErrorCode } from '../common/errors.js';

/** The errors of the protocol that this server answers, as `ERR <word>`. */
export type NutErrorWord =
  | 'UNKNOWN-COMMAND'
  | 'INVALID-ARGUMENT'
  | 'USERNAME-REQUIRED'
  | 'PASSWORD-REQUIRED'
  | 'ACCESS-DENIED'
  | 'UNKNOWN-UPS'
  | 'VAR-NOT-SUPPORTED'
  | 'CMD-NOT-SUPPORTED'
  | 'READONLY'
  | 'TOO-LONG'
  | 'INVALID-VALUE'
  | 'ALREADY-SET-USERNAME'
  | 'ALREADY-SET-PASSWORD'
  | 'ALREADY-LOGGED-IN'
  | 'ALREADY-SSL-MODE'
  | 'FEATURE-NOT-CONFIGURED'
  | 'DATA-STALE'
  | 'INSTCMD-FAILED'
  | 'SET-FAILED';

/** The kind of command that failed: it decides the word for an error that the protocol has no word of its own for. */
export type NutOperation = 'INSTCMD' | 'SET';

const WORDS: Partial<Record<ApiErrorCode, Readonly<Record<NutOperation, NutErrorWord>>>> = {
  OUTLETS_NOT_AVAILABLE: { INSTCMD: 'CMD-NOT-SUPPORTED', SET: 'VAR-NOT-SUPPORTED' },
  OUTLET_UNKNOWN: { INSTCMD: 'CMD-NOT-SUPPORTED', SET: 'VAR-NOT-SUPPORTED' },
  OUTLET_NOT_SWITCHABLE: { INSTCMD: 'CMD-NOT-SUPPORTED', SET: 'VAR-NOT-SUPPORTED' },
  BANK_UNKNOWN: { INSTCMD: 'CMD-NOT-SUPPORTED', SET: 'VAR-NOT-SUPPORTED' },
  GROUP_UNKNOWN: { INSTCMD: 'CMD-NOT-SUPPORTED', SET: 'VAR-NOT-SUPPORTED' },
  VALIDATION_FAILED: { INSTCMD: 'INVALID-ARGUMENT', SET: 'INVALID-VALUE' },
};

/**
 * The word for an error of the services: what the API refuses with 401 or 403 is `ACCESS-DENIED`, and what has no row
 * has failed. The reason stands in the log of the controller, as the protocol has no place for it.
 */
export function wordOf(error: unknown, operation: NutOperation): NutErrorWord {
  const failed = operation === 'SET' ? 'SET-FAILED' : 'INSTCMD-FAILED';
  if (!(error instanceof ApiError)) return failed;
  const [status] = API_ERRORS[error.code];
  if (status === 401 || status === 403) return 'ACCESS-DENIED';
  return WORDS[error.code]?.[operation] ?? failed;
}

/** A refusal of a command of the protocol. */
export class NutError extends Error {
  constructor(readonly word: NutErrorWord) {
    super(word);
  }
}
