import { readFileSync, statSync } from 'node:fs';
import { ConfigError } from '../../config/runtime-config.js';
import { deepFreeze } from '../../common/objects.js';
import type { ModelProfile } from './profile.js';
import { isProfile, profileProblems } from './profile-rules.js';

/** The profile with the most outlets has a third of this; a device file would never end. */
const MAX_BYTES = 4 * 1024 * 1024;
/** A file that is no profile would otherwise be reported with thousands of lines. */
const MAX_PROBLEMS = 20;

/** Reads a model profile from a JSON file. Throws ConfigError with a line for each key that is wrong. */
export function readProfileFile(path: string): ModelProfile {
  const refuse = (problems: readonly string[]): ConfigError =>
    new ConfigError(problems.map((problem) => `RACKFEED_MODEL profile ${path}: ${problem}.`));
  const value = parse(textOf(path, refuse), refuse);
  if (isProfile(value)) return deepFreeze(value);
  const problems = profileProblems(value);
  const more = problems.length > MAX_PROBLEMS ? [`and ${problems.length - MAX_PROBLEMS} more`] : [];
  throw refuse([...problems.slice(0, MAX_PROBLEMS), ...more]);
}

type Refuse = (problems: readonly string[]) => ConfigError;

function textOf(path: string, refuse: Refuse): string {
  try {
    const file = statSync(path);
    if (!file.isFile()) throw new Error('it is not a file');
    if (file.size > MAX_BYTES) throw new Error('it is larger than 4 MiB');
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw refuse([`cannot be read (${code ?? message})`]);
  }
}

function parse(text: string, refuse: Refuse): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw refuse(['is not valid JSON']);
  }
}
