import { collectProblems, ConfigError, type RuntimeConfig } from '../config/runtime-config.js';
import { SystemClock } from '../common/clock.js';
import { findDriver } from './drivers/index.js';
import { configuredProfile } from './profiles/configured-profile.js';
import { PduModel } from './profiles/pdu-model.js';
import type { ModelProfile } from './profiles/profile.js';

/**
 * Checks profile and driver, and that they fit each other, without opening anything. Returns the profile. Throws
 * {@link ConfigError} with a sentence for each fault of both.
 */
export async function checkHardware(config: RuntimeConfig): Promise<ModelProfile> {
  const problems: string[] = [];
  const make = await collectProblems(problems, () => findDriver(config.driver));
  const profile = await collectProblems(problems, () => configuredProfile(config));
  if (!make || !profile) throw new ConfigError(problems);
  await make({ model: new PduModel(profile), clock: new SystemClock(), dataDir: config.dataDir });
  return profile;
}
