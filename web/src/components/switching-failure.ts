import { ApiFailure } from '../api/client.js';
import { words } from '../language/words.js';
import { withOutletNames } from './object-name.js';

/** The time limit for the response to a command, ms. */
export const SWITCHING_LIMIT = 20_000;

/**
 * The failure of a command with its effect on the relays: a refusal has switched nothing, a missing response leaves it
 * open, and the message of a relay fault contains the measurement.
 */
export function switchingFailure(error: Error): Error {
  if (!(error instanceof ApiFailure)) return error;
  const { status, code, details } = error;
  const as = (message: string): ApiFailure => new ApiFailure(status, code, message, details, error.isEnglish);
  if (code === 'NOT_SENT') return as(words.outlets.notSent);
  if (code === 'NO_ANSWER') return as(words.outlets.noAnswer);
  const message = withOutletNames(error.message);
  return as(status >= 400 && status < 500 ? `${message} ${words.outlets.nothingSwitched}` : message);
}
