import type { RuntimeConfig } from '../config/runtime-config.js';
import { SystemClock } from '../common/clock.js';
import { createDriver } from './drivers/index.js';
import { loadProfile } from './profiles/index.js';
import { PduModel } from './profiles/pdu-model.js';

/** Whether profile and driver fit each other, without opening anything. Answers the model. Throws ConfigError. */
export function checkHardware({ model: nameOrPath, driver, dataDir }: RuntimeConfig): string {
  const model = new PduModel(loadProfile(nameOrPath));
  createDriver({ name: driver, model, clock: new SystemClock(), dataDir });
  return model.profile.model;
}
