import type { INestApplicationContext } from '@nestjs/common';
import { readConfig, type RuntimeConfig } from '../config/runtime-config.js';
import { isInstalled, dataFile } from '../database/data-folder.js';
import { Interrupted, type Program } from './command.js';
import { interruptible } from './interruptible.js';
import { becomeOwnerOf } from './owner.js';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASE } from '../database/data-source.js';
import { DEVICE_KEY } from '../database/device-key.js';
import { fillFrom } from '../database/maintenance/backup-copy.js';
import { withFile } from '../database/maintenance/sqlite-file.js';

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
  assertInstalled(config, 'the API of the hub exports, plans and applies its configuration');
  return withTemporaryCopy(config.dataDir, async (dataDir) => {
    const app = await program.load({ ...config, dataDir, driver: 'simulator', hostAdapter: undefined });
    return work(app).finally(() => app.close());
  });
}

/**
 * Throws where the data folder holds no installation (a first start belongs to the controller), or not its database.
 * @param instead what to do for a hub whose database is elsewhere
 */
export function assertInstalled(config: RuntimeConfig, instead: string): void {
  if (config.database) throw new Error(`The data of this hub is in PostgreSQL (RACKFEED_DATABASE_URL): ${instead}.`);
  assertInFolder(config);
}

/** Throws where the data folder holds no installation. */
export function assertInFolder({ dataDir }: RuntimeConfig): void {
  if (isInstalled(dataDir)) return;
  throw new Error(
    `There is no installation in the data folder "${dataDir}", or this user may not read it. ` +
      'RACKFEED_DATA_DIR says where it is.',
  );
}

/** A folder in memory, so that secrets are not left on a disk and the flash is not written to. */
export const MEMORY_FOLDER = '/dev/shm';

/**
 * Works on a folder with a copy of the configuration, consistent even while a controller writes, and always removes it.
 * The copy contains no sessions, logs or readings.
 */
async function withTemporaryCopy<T>(dataDir: string, work: (copy: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(existsSync(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir(), 'rackfeed-'));
  const onCopy = async (): Promise<T> => {
    await withFile(dataFile(folder, DATABASE), (file) => fillFrom(file, dataFile(dataDir, DATABASE)), true);
    copyFileSync(dataFile(dataDir, DEVICE_KEY), dataFile(folder, DEVICE_KEY));
    return work(folder);
  };
  try {
    return await interruptible(async (signal) => {
      const aborted = once(signal, 'abort').then(() => Promise.reject(new Interrupted()));
      return Promise.race([onCopy(), aborted]);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
