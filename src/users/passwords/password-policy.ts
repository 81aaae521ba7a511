import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { lengthOf } from '../../common/values.js';
import { nameKey } from '../accounts/user-index.js';

/** Some 49,000 passwords in order of use, of which 18,000 are long enough to be tried here. */
const COMMON_PASSWORDS = '@zxcvbn-ts/language-common/src/passwords.json';
const SHORTEST_LISTED = 8;

const ONE_CHARACTER = /^(.)\1*$/su;

/** The common passwords; loaded when a password is first set. */
let common: ReadonlySet<string> | undefined;

/** True for a password that attackers try first, without regard to case. */
export function isCommonPassword(password: string): boolean {
  if (ONE_CHARACTER.test(password)) return true;
  common ??= loadCommonPasswords();
  return common.has(password.toLowerCase());
}

/** Reads the list as text instead of importing it, so that its unused part can be freed. */
function loadCommonPasswords(): ReadonlySet<string> {
  const path = createRequire(import.meta.url).resolve(COMMON_PASSWORDS);
  const words = JSON.parse(readFileSync(path, 'utf8')) as string[];
  return new Set(words.filter((word) => word.length >= SHORTEST_LISTED));
}

export const MIN_PASSWORD = 8;
export const MAX_PASSWORD = 128;

/** The rules of the policy, named by their error codes. */
export type PasswordRule = 'PASSWORD_TOO_SHORT' | 'PASSWORD_TOO_LONG' | 'PASSWORD_IS_USERNAME' | 'PASSWORD_COMMON';

/** The rule that a password breaks for this user; undefined for a valid one. All characters are allowed. */
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
