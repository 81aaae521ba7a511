import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dataFile } from '../data-folder.js';
import { DATABASE } from '../data-source.js';
import type { MovedAside } from '../database-health.js';

/** The number of retained databases: the newest, and the previous one in case the newest was damaged by a repair. */
const MAX_KEPT = 2;
const FILE_SUFFIXES = ['', '-wal', '-shm'];
const MOVED_ASIDE_PATTERN = new RegExp(`^${DATABASE}\\.broken-[^-]*(-\\d+)?$`);

/** The databases that were moved aside, oldest first. */
export function databasesAside(dataDir: string): string[] {
  return readdirSync(dataDir)
    .filter((name) => MOVED_ASIDE_PATTERN.test(name))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

/**
 * Removes all but the newest of them. Each may be as large as the whole history, and every change between versions
 * creates one. `last`, which was moved just now, stays even if it is old by the clock.
 */
export function removeOldDatabases(dataDir: string, last?: string): void {
  const others = databasesAside(dataDir).filter((name) => dataFile(dataDir, name) !== last);
  const count = last === undefined ? MAX_KEPT : MAX_KEPT - 1;
  for (const name of others.slice(0, Math.max(0, others.length - count))) {
    for (const end of FILE_SUFFIXES) rmSync(dataFile(dataDir, name + end), { force: true });
  }
}

/** Their number and size on the disk; undefined where there are none. */
export function sizeOfMovedAside(dataDir: string): MovedAside | undefined {
  const names = databasesAside(dataDir);
  const files = names.flatMap((name) => FILE_SUFFIXES.map((end) => dataFile(dataDir, name + end))).filter(existsSync);
  const bytes = files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
  return names.length === 0 ? undefined : { databases: names.length, bytes };
}
