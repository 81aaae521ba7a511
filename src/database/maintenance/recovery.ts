import { existsSync, renameSync, rmSync, statSync, readdirSync } from 'node:fs';
import { Logger } from '@nestjs/common';
import type { Clock } from '../../common/clock.js';
import type { Role } from '../../config/runtime-config.js';
import { dataFile, IN_MEMORY, isInstalled } from '../data-folder.js';
import { DATABASE } from '../data-source.js';
import type { DatabaseHealth, MovedAside } from '../database-health.js';
import { renameDurably, fsyncPath } from '../../common/durable-file.js';
import { backupCopyTime, backupCopyPath } from './backup-copy.js';
import { fillFromNewer, isOfNewerRelease } from './schema.js';
import { recoverRows, type RecoveredTables } from './recover-rows.js';
import { hasAdministrator, integrityProblem } from './integrity-check.js';
import { withFile } from './sqlite-file.js';
import { needsFullCheck, clearFullCheckMarker } from './needs-check.js';

const FILE_SUFFIXES = ['', '-wal', '-shm'];

/**
 * Checks the database before it is opened, and rebuilds one that is damaged, empty, missing or of a newer release; the
 * old files are moved aside. Returns the folder to work with: the data folder or, where nothing could be recovered,
 * memory, so that nothing is made worse.
 */
export async function recover(dataDir: string, role: Role, health: DatabaseHealth, clock: Clock): Promise<string> {
  if (dataDir === IN_MEMORY) return dataDir;
  const copied = backupCopyTime(dataDir);
  if (copied !== undefined) health.setBackupCopyTime(copied);
  const database = dataFile(dataDir, DATABASE);
  const isFirstStart = !isInstalled(dataDir) && copied === undefined;
  if (isFirstStart && sizeOf(database) === 0) return dataDir;
  const problem =
    (await integrityProblem(database, needsFullCheck(dataDir) ? 'full' : 'quick')) ??
    (await foreignDatabaseReason(database, isFirstStart));
  const isNewer = !problem && (await isOfNewerRelease(database, role));
  if (!problem && !isNewer) {
    clearFullCheckMarker(dataDir);
    removeOldDatabases(dataDir);
    health.setMovedAside(sizeOfMovedAside(dataDir));
    return dataDir;
  }
  const logger = new Logger('Database');
  logger.error(`The database cannot be used: ${problem ?? 'it is of a newer release'}.`);
  const moved = await moveAside(dataDir, clock);
  const broken = moved ?? newestAside(dataDir);
  const summary = await rebuild(dataDir, (draft) =>
    isNewer && broken
      ? importNewer(draft, role, broken)
      : rebuildFromRemains(draft, broken, backupCopyPath(dataDir), copied),
  ).catch((error: unknown) => {
    logger.error(`The database could not be rebuilt: ${(error as Error).message}`);
    return undefined;
  });
  if (summary) clearFullCheckMarker(dataDir);
  // If nothing could be rebuilt, they stay: each of them may contain data that can still be saved.
  if (summary) removeOldDatabases(dataDir, moved);
  health.setMovedAside(sizeOfMovedAside(dataDir));
  const message = summary ?? lostMessage(broken);
  logger.error(message);
  health.started(summary ? 'restored' : 'damaged', message);
  return summary ? dataDir : IN_MEMORY;
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** With an intact database of another program, or one without accounts, a start would create a new administrator. */
async function foreignDatabaseReason(database: string, isFirstStart: boolean): Promise<string | undefined> {
  if (isFirstStart || (await hasAdministrator(database))) return undefined;
  return 'the built-in administrator is missing';
}

/** Renames the files of the database. Returns the new path; undefined where there is no database. */
async function moveAside(dataDir: string, clock: Clock): Promise<string | undefined> {
  if (!existsSync(dataFile(dataDir, DATABASE))) return undefined;
  const stamp = new Date(clock.now()).toISOString().replace(/[-:]|\.\d+/g, '');
  const name = freeName(dataDir, `${DATABASE}.broken-${stamp}`);
  for (const end of FILE_SUFFIXES) {
    const file = dataFile(dataDir, DATABASE + end);
    if (existsSync(file)) renameSync(file, dataFile(dataDir, name + end));
  }
  await fsyncPath(dataDir);
  return dataFile(dataDir, name);
}

/** The newest database that an earlier start has moved aside: this start may have the space to rebuild it. */
function newestAside(dataDir: string): string | undefined {
  const newest = databasesAside(dataDir).at(-1);
  return newest === undefined ? undefined : dataFile(dataDir, newest);
}

function freeName(dataDir: string, name: string): string {
  let free = name;
  for (let count = 2; existsSync(dataFile(dataDir, free)); count++) free = `${name}-${count}`;
  return free;
}

/** Builds a new database with `fill` and puts it in place. Rejects when it is not intact. */
async function rebuild(dataDir: string, fill: (draft: string) => Promise<string>): Promise<string> {
  const draft = dataFile(dataDir, `${DATABASE}.rebuilt`);
  const discard = () => [...FILE_SUFFIXES, '-journal'].forEach((end) => rmSync(draft + end, { force: true }));
  discard();
  try {
    const summary = await fill(draft);
    const problem = await integrityProblem(draft);
    if (problem) throw new Error(problem);
    if (!(await hasAdministrator(draft))) throw new Error('The accounts are lost.');
    await renameDurably(draft, dataFile(dataDir, DATABASE));
    return summary;
  } finally {
    discard();
  }
}

async function rebuildFromRemains(
  draft: string,
  broken: string | undefined,
  copy: string,
  copied?: number,
): Promise<string> {
  const work = async (file: Parameters<typeof recoverRows>[0]): Promise<RecoveredTables> => {
    await file.run('PRAGMA journal_mode = OFF');
    await file.run('PRAGMA synchronous = OFF'); // the file is made durable as a whole before it is renamed
    return recoverRows(file, broken ?? '', copy);
  };
  return restoredMessage(await withFile(draft, work, true), copied, broken);
}

async function importNewer(draft: string, role: Role, newer: string): Promise<string> {
  await fillFromNewer(draft, role, newer);
  return (
    'The database was written by a newer release. The data that this release knows was taken over; all users have to ' +
    `sign in again. The newer database is ${newer}.`
  );
}

function restoredMessage({ partly }: RecoveredTables, copied: number | undefined, broken: string | undefined): string {
  const copy = copied === undefined ? 'there was no copy' : `the copy is of ${new Date(copied).toISOString()}`;
  const rest =
    partly.length === 0
      ? 'Nothing is missing.'
      : `The newest rows of ${partly.join(', ')} may be missing (${copy}); check them.`;
  const old = broken === undefined ? '' : ` The damaged database is ${broken}.`;
  return `The database was damaged and has been rebuilt. ${rest} All users have to sign in again.${old}`;
}

const lostMessage = (broken: string | undefined): string =>
  'The database is lost, and there is no good copy. Relays stay as they are; nobody can sign in. Restore a backup ' +
  'and start again, or reset the controller as docs/recovery.md describes.' +
  (broken === undefined ? '' : ` The damaged database is ${broken}.`);

/** The number of retained databases: the newest, and the previous one in case the newest was damaged by a repair. */
const MAX_KEPT = 2;
const MOVED_ASIDE_PATTERN = new RegExp(`^${DATABASE}\\.broken-[^-]*(-\\d+)?$`);

/** The databases that were moved aside, oldest first. */
function databasesAside(dataDir: string): string[] {
  return readdirSync(dataDir)
    .filter((name) => MOVED_ASIDE_PATTERN.test(name))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

/**
 * Removes all but the newest of them. Each may be as large as the whole history, and every change between versions
 * creates one. `last`, which was moved just now, stays even if it is old by the clock.
 */
function removeOldDatabases(dataDir: string, last?: string): void {
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
