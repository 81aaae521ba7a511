import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataFile } from '../data-folder.js';
import { DATABASE } from '../data-source.js';
import { DEVICE_KEY } from '../device-key.js';
import { fillFrom } from './backup-copy.js';
import { withFile } from './sqlite-file.js';

/** Memory that looks like a folder: what is encrypted is not to be left on a disk, nor flash worn out. */
const MEMORY_FOLDER = '/dev/shm';

/**
 * Works on a folder with a copy of what an operator has set, consistent although a controller may be writing, and
 * removes it whatever happens. Sessions, logs and readings are not in it.
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
