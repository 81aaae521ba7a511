import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDriver } from '../../src/hardware/drivers/index.js';
import { BUILT_IN_PROFILES } from '../../src/hardware/profiles/index.js';
import { PduModel } from '../../src/hardware/profiles/pdu-model.js';
import { VirtualClock } from '../support/time/virtual-clock.js';
import { describeDriver } from './driver.contract.js';

for (const profile of BUILT_IN_PROFILES) {
  describeDriver(`the simulator as ${profile.model}`, () => {
    const clock = new VirtualClock();
    const dataDir = mkdtempSync(join(tmpdir(), 'rackfeed-driver-'));
    const again = () => createDriver({ name: 'simulator', model: new PduModel(profile), clock, dataDir });
    return {
      driver: again(),
      again,
      pass: async (seconds) => clock.advance(seconds * 1000),
      dispose: () => rmSync(dataDir, { recursive: true }),
    };
  });
}
