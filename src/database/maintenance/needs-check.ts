import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { dataFile } from '../data-folder.js';

const MARKER = 'database-damaged';

/** True when a damaged page was found: the next start checks the whole database, with its history. */
export const needsFullCheck = (dataDir: string): boolean => existsSync(dataFile(dataDir, MARKER));

/** Requests the full check of the next start, as far as failing storage allows. */
export function markForFullCheck(dataDir: string): void {
  try {
    writeFileSync(dataFile(dataDir, MARKER), 'The next start checks the whole database and removes this file.\n');
  } catch {
    // The quick check of the next start still covers the tables of the settings.
  }
}

export const clearFullCheckMarker = (dataDir: string): void => rmSync(dataFile(dataDir, MARKER), { force: true });
