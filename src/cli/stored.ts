import type { INestApplicationContext } from '@nestjs/common';
import { readConfig } from '../config/runtime-config.js';
import { isInstalled } from '../database/data-folder.js';
import { withTemporaryCopy } from '../database/care/temporary-copy.js';
import type { Program } from './command.js';
import { becomeOwnerOf } from './owner.js';

/**
 * Works on a temporary copy of the stored data, with or without a running controller. The copy uses a simulated PDU and
 * is never started, so it has no effects.
 */
export async function withStoredData<T>(
  program: Program,
  work: (app: INestApplicationContext) => Promise<T>,
): Promise<T> {
  const config = readConfig(program.environment, program.warn);
  becomeOwnerOf(config.dataDir);
  assertInstalled(config.dataDir);
  return withTemporaryCopy(config.dataDir, async (dataDir) => {
    const app = await program.load({ ...config, dataDir, driver: 'simulator', hostAdapter: undefined });
    return work(app).finally(() => app.close());
  });
}

/** Throws where the data folder holds no installation: a first start belongs to the controller. */
export function assertInstalled(dataDir: string): void {
  if (isInstalled(dataDir)) return;
  throw new Error(
    `There is no installation in the data folder "${dataDir}", or this user may not read it. ` +
      'RACKFEED_DATA_DIR says where it is.',
  );
}
