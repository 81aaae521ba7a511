import { lengthOf } from '../kernel/wire.js';
import { isCommonPassword } from './common-passwords.js';
import { nameKey } from './user-index.js';

export const MIN_PASSWORD = 8;
export const MAX_PASSWORD = 128;

/** The rules of the policy, named as the refusal is. */
export type PasswordRule = 'PASSWORD_TOO_SHORT' | 'PASSWORD_TOO_LONG' | 'PASSWORD_IS_USERNAME' | 'PASSWORD_COMMON';

/** The rule that a password breaks for this user; undefined for a good one. Any characters will do, as they are. */
export function brokenRule(
  password: string,
  username: string,
  isCommon: (password: string) => boolean = isCommonPassword,
): PasswordRule | undefined {
  if (lengthOf(password) < MIN_PASSWORD) return 'PASSWORD_TOO_SHORT';
  if (lengthOf(password) > MAX_PASSWORD) return 'PASSWORD_TOO_LONG';
  if (nameKey(password) === nameKey(username)) return 'PASSWORD_IS_USERNAME';
  return isCommon(password) ? 'PASSWORD_COMMON' : undefined;
}
