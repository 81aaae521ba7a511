import {
  collectProblems,
  ConfigError,
  parseConfig,
  type Environment,
  type RuntimeConfig,
} from '../config/runtime-config.js';
import { checkHardware } from '../hardware/check-hardware.js';
import type { ModelProfile } from '../hardware/profiles/profile.js';
import { givenPassword } from '../users/passwords/given-password.js';

export interface CheckedConfig {
  readonly config: RuntimeConfig;
  /** The model of a controller; undefined for a hub and a collector, which have none. */
  readonly profile: ModelProfile | undefined;
}

/**
 * Reads the environment and checks all that a start refuses in it; opens no hardware and writes no file. A weak
 * password is refused early, although only the first start uses it. Throws {@link ConfigError} with a sentence for each
 * fault, so that nobody mends one to find the next.
 *
 * @param warn as for `readConfig`
 */
export async function checkConfig(environment: Environment, warn?: (warning: string) => void): Promise<CheckedConfig> {
  const { config, problems: ofVariables } = parseConfig(environment, warn);
  const problems = [...ofVariables];
  const profile =
    config.role === 'controller' ? await collectProblems(problems, () => checkHardware(config)) : undefined;
  await collectProblems(problems, () => givenPassword(config));
  if (problems.length > 0) throw new ConfigError(problems);
  return { config, profile };
}
