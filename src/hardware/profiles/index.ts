import { parseOperatorJson, readOperatorFile } from '../../config/operator-file.js';
import { ConfigError } from '../../config/runtime-config.js';
import { ATS_8 } from './ats-8.js';
import { DUAL_CIRCUIT_16 } from './dual-circuit-16.js';
import { INLET_METERED } from './inlet-metered.js';
import { METERED_24 } from './metered-24.js';
import type { ModelProfile } from './profile.js';
import { SINGLE_PHASE_16 } from './single-phase-16.js';
import { SWITCHED_8 } from './switched-8.js';
import { THREE_PHASE_36 } from './three-phase-36.js';
import { deepFreeze } from '../../common/objects.js';
import { isProfile, profileProblems } from './profile-rules.js';

/** The models that RACKFEED_MODEL can name. */
export const BUILT_IN_PROFILES: readonly ModelProfile[] = [
  SINGLE_PHASE_16,
  THREE_PHASE_36,
  ATS_8,
  DUAL_CIRCUIT_16,
  SWITCHED_8,
  METERED_24,
  INLET_METERED,
];

/** A built-in model by name, else the profile file at this path. Throws ConfigError naming the problems. */
export function loadProfile(nameOrPath: string): ModelProfile {
  const builtIn = BUILT_IN_PROFILES.find(({ model }) => model === nameOrPath);
  if (builtIn) return builtIn;
  if (nameOrPath.includes('/') || nameOrPath.endsWith('.json')) return readProfileFile(nameOrPath);
  const names = BUILT_IN_PROFILES.map(({ model }) => model).join(', ');
  throw new ConfigError([
    `RACKFEED_MODEL must be a built-in model (${names}) or the path of a profile file; it is "${nameOrPath}".`,
  ]);
}

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
    return readOperatorFile(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw refuse([`cannot be read (${code ?? message})`]);
  }
}

function parse(text: string, refuse: Refuse): unknown {
  try {
    return parseOperatorJson(text);
  } catch {
    throw refuse(['is not valid JSON']);
  }
}
