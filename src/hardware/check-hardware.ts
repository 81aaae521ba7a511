import type { RuntimeConfig } from '../config/runtime-config.js';
import { SystemClock } from '../common/clock.js';
import { loadDriver } from './drivers/index.js';
import { configuredProfile } from './profiles/configured-profile.js';
import { PduModel } from './profiles/pdu-model.js';
import type { ModelProfile } from './profiles/profile.js';

/** Checks that profile and driver fit each other, without opening anything. Returns the profile. Throws ConfigError. */
export async function checkHardware(config: RuntimeConfig): Promise<ModelProfile> {
  const model = new PduModel(configuredProfile(config));
  await loadDriver({ name: config.driver, model, clock: new SystemClock(), dataDir: config.dataDir });
  return model.profile;
}
