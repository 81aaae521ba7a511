import { ApiFailure } from '../api/client.js';
import { en } from '../language/en.js';
import { withNames } from './thing-name.js';

/** A command that is not answered by then is not waited for any longer, ms. */
export const SWITCHING_LIMIT = 20_000;

/**
 * What is known of the relays after a command has failed: a refusal has switched nothing, a missing answer leaves it
 * open, and a relay fault tells by itself what was measured.
 */
export function switchingFailure(error: Error): Error {
  if (!(error instanceof ApiFailure)) return error;
  const { status, code, details } = error;
  const as = (message: string): ApiFailure => new ApiFailure(status, code, message, details);
  if (code === 'NOT_SENT') return as(en.outlets.notSent);
  if (code === 'NO_ANSWER') return as(en.outlets.noAnswer);
  const said = withNames(error.message);
  return as(status >= 400 && status < 500 ? `${said} ${en.outlets.nothingSwitched}` : said);
}
