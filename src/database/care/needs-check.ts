import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { dataFile } from '../data-folder.js';

const MARKER = 'database-damaged';

/** True when a run has met a broken page: the next start looks at all of the database, its history too. */
export const needsFullCheck = (dataDir: string): boolean => existsSync(dataFile(dataDir, MARKER));

/** Says so for the next start; as well as a storage that fails allows. */
export function markForFullCheck(dataDir: string): void {
  try {
    writeFileSync(dataFile(dataDir, MARKER), 'The next start looks at the whole database, and removes this file.\n');
  } catch {
    // the next start finds what stands in the tables of the settings all the same
  }
}

export const clearFullCheckMarker = (dataDir: string): void => rmSync(dataFile(dataDir, MARKER), { force: true });
