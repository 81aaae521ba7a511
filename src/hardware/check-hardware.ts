import type { RuntimeConfig } from '../config/runtime-config.js';
import { SystemClock } from '../common/clock.js';
import { loadDriver } from './drivers/index.js';
import { loadProfile } from './profiles/index.js';
import { PduModel } from './profiles/pdu-model.js';

/** Checks that profile and driver fit each other, without opening anything. Returns the model. Throws ConfigError. */
export async function checkHardware({ model: nameOrPath, driver, dataDir }: RuntimeConfig): Promise<string> {
  const model = new PduModel(loadProfile(nameOrPath));
  await loadDriver({ name: driver, model, clock: new SystemClock(), dataDir });
  return model.profile.model;
}
