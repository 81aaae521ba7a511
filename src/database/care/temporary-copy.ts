import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataFile } from '../data-folder.js';
import { DATABASE } from '../data-source.js';
import { DEVICE_KEY } from '../device-key.js';
import { fillFrom } from './backup-copy.js';
import { withFile } from './sqlite-file.js';

/** A folder in memory, so that secrets are not left on a disk and the flash is not written to. */
const MEMORY_FOLDER = '/dev/shm';

/**
 * Works on a folder with a copy of the configuration, consistent even while a controller writes, and always removes it.
 * The copy contains no sessions, logs or readings.
 */
export async function withTemporaryCopy<T>(dataDir: string, work: (copy: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(existsSync(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir(), 'rackfeed-'));
  try {
    await withFile(dataFile(folder, DATABASE), (file) => fillFrom(file, dataFile(dataDir, DATABASE)), true);
    copyFileSync(dataFile(dataDir, DEVICE_KEY), dataFile(folder, DEVICE_KEY));
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
