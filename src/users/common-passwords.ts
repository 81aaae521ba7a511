import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Some 49,000 passwords in order of use, of which 18,000 are long enough to be tried here. */
const LIST = '@zxcvbn-ts/language-common/src/passwords.json';
const SHORTEST = 8;

const ONE_CHARACTER = /^(.)\1*$/su;

/** Loaded at the first password that somebody chooses. */
let common: ReadonlySet<string> | undefined;

/** True for a password that guessers try first, without regard to case. */
export function isCommonPassword(password: string): boolean {
  if (ONE_CHARACTER.test(password)) return true;
  common ??= load();
  return common.has(password.toLowerCase());
}

/** Read as text, not imported: what is not needed of the list is free again afterwards. */
function load(): ReadonlySet<string> {
  const path = createRequire(import.meta.url).resolve(LIST);
  const words = JSON.parse(readFileSync(path, 'utf8')) as string[];
  return new Set(words.filter((word) => word.length >= SHORTEST));
}
