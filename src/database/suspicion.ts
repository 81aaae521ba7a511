import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { dataFile } from './data-folder.js';

const MARK = 'database-damaged';

/** True when a run has met a broken page: the next start looks at all of the database, its history too. */
export const isMarkedDamaged = (dataDir: string): boolean => existsSync(dataFile(dataDir, MARK));

/** Says so for the next start; as well as a storage that fails allows. */
export function markDamaged(dataDir: string): void {
  try {
    writeFileSync(dataFile(dataDir, MARK), 'The next start looks at the whole database, and removes this file.\n');
  } catch {
    // the next start finds what stands in the tables of the settings all the same
  }
}

export const unmarkDamaged = (dataDir: string): void => rmSync(dataFile(dataDir, MARK), { force: true });
