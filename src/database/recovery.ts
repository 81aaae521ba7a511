import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { Logger } from '@nestjs/common';
import type { Clock } from '../kernel/clock.js';
import { dataFile, IN_MEMORY, isInstalled } from './data-folder.js';
import { DATABASE } from './data-source.js';
import type { DatabaseHealth } from './database-health.js';
import { putInPlace, sync } from './durable-file.js';
import { copiedAt, copyFile } from './good-copy.js';
import { databasesAside, removeOldDatabases, sizeOfMovedAside } from './moved-aside.js';
import { fillFromNewer, isOfNewerRelease } from './newer-schema.js';
import { salvage, type Salvage } from './salvage.js';
import { hasAdministrator, soundness } from './soundness.js';
import { withFile } from './sqlite-file.js';
import { isMarkedDamaged, unmarkDamaged } from './suspicion.js';

const ENDS = ['', '-wal', '-shm'];

/**
 * Looks at the database before it is opened, and puts one that is damaged, empty, missing or of a newer release together
 * again; what stood there is kept beside it. Answers the folder to work with: that of the data or, where nothing good
 * was found, memory, so that nothing is made worse.
 */
export async function recover(dataDir: string, health: DatabaseHealth, clock: Clock): Promise<string> {
  if (dataDir === IN_MEMORY) return dataDir;
  const copied = copiedAt(dataDir);
  if (copied !== undefined) health.copied(copied);
  const database = dataFile(dataDir, DATABASE);
  const isFirstStart = !isInstalled(dataDir) && copied === undefined;
  if (isFirstStart && sizeOf(database) === 0) return dataDir;
  const trouble =
    (await soundness(database, isMarkedDamaged(dataDir) ? 'full' : 'quick')) ??
    (await strangeness(database, isFirstStart));
  const isNewer = !trouble && (await isOfNewerRelease(database));
  if (!trouble && !isNewer) {
    unmarkDamaged(dataDir);
    removeOldDatabases(dataDir);
    health.keeps(sizeOfMovedAside(dataDir));
    return dataDir;
  }
  const logger = new Logger('Database');
  logger.error(`The database cannot be used as it is: ${trouble ?? 'it is of a newer release'}.`);
  const moved = await moveAside(dataDir, clock);
  const broken = moved ?? newestAside(dataDir);
  const told = await rebuild(dataDir, (draft) =>
    isNewer && broken ? takeOver(draft, broken) : mend(draft, broken, copyFile(dataDir), copied),
  ).catch((error: unknown) => {
    logger.error(`It could not be put together again: ${(error as Error).message}`);
    return undefined;
  });
  if (told) unmarkDamaged(dataDir);
  // Where nothing could be mended, each of them may hold what somebody can still save.
  if (told) removeOldDatabases(dataDir, moved);
  health.keeps(sizeOfMovedAside(dataDir));
  const message = told ?? tellNothing(broken);
  logger.error(message);
  health.started(told ? 'restored' : 'damaged', message);
  return told ? dataDir : IN_MEMORY;
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** A sound database that is not ours, or that has lost its accounts, would make a new administrator. */
async function strangeness(database: string, isFirstStart: boolean): Promise<string | undefined> {
  if (isFirstStart || (await hasAdministrator(database))) return undefined;
  return 'the built-in administrator is missing';
}

/** Gives the files another name. Answers the new one; undefined where there is no database. */
async function moveAside(dataDir: string, clock: Clock): Promise<string | undefined> {
  if (!existsSync(dataFile(dataDir, DATABASE))) return undefined;
  const stamp = new Date(clock.now()).toISOString().replace(/[-:]|\.\d+/g, '');
  const name = freeName(dataDir, `${DATABASE}.broken-${stamp}`);
  for (const end of ENDS) {
    const file = dataFile(dataDir, DATABASE + end);
    if (existsSync(file)) renameSync(file, dataFile(dataDir, name + end));
  }
  await sync(dataDir);
  return dataFile(dataDir, name);
}

/** What an earlier start has moved aside: the next one may have the space to put it together. */
function newestAside(dataDir: string): string | undefined {
  const newest = databasesAside(dataDir).at(-1);
  return newest === undefined ? undefined : dataFile(dataDir, newest);
}

function freeName(dataDir: string, name: string): string {
  let free = name;
  for (let count = 2; existsSync(dataFile(dataDir, free)); count++) free = `${name}-${count}`;
  return free;
}

/** Puts a new database in place that `fill` has filled. Rejects when it is not good. */
async function rebuild(dataDir: string, fill: (draft: string) => Promise<string>): Promise<string> {
  const draft = dataFile(dataDir, `${DATABASE}.rebuilt`);
  const discard = () => [...ENDS, '-journal'].forEach((end) => rmSync(draft + end, { force: true }));
  discard();
  try {
    const told = await fill(draft);
    const trouble = await soundness(draft);
    if (trouble) throw new Error(trouble);
    if (!(await hasAdministrator(draft))) throw new Error('The accounts are lost.');
    await putInPlace(draft, dataFile(dataDir, DATABASE));
    return told;
  } finally {
    discard();
  }
}

async function mend(draft: string, broken: string | undefined, copy: string, copied?: number): Promise<string> {
  const work = async (file: Parameters<typeof salvage>[0]): Promise<Salvage> => {
    await file.run('PRAGMA journal_mode = OFF');
    await file.run('PRAGMA synchronous = OFF'); // it is made durable as a whole, before it gets its name
    return salvage(file, broken ?? '', copy);
  };
  return tellRestored(await withFile(draft, work, true), copied, broken);
}

async function takeOver(draft: string, newer: string): Promise<string> {
  await fillFromNewer(draft, newer);
  return (
    'The database was written by a newer release. What this one knows of it was taken over; everybody signs in anew. ' +
    `The newer one is ${newer}.`
  );
}

function tellRestored({ partly }: Salvage, copied: number | undefined, broken: string | undefined): string {
  const copy = copied === undefined ? 'there was no copy' : `the copy is of ${new Date(copied).toISOString()}`;
  const rest =
    partly.length === 0
      ? 'Nothing is missing.'
      : `Of ${partly.join(', ')} the newest rows may be missing (${copy}); look at them.`;
  const old = broken === undefined ? '' : ` The broken one is ${broken}.`;
  return `The database was damaged and has been put together again. ${rest} Everybody signs in anew.${old}`;
}

const tellNothing = (broken: string | undefined): string =>
  'The database is lost, and there is no good copy. Relays stay as they are; nobody can sign in. Put a backup in its ' +
  'place and start again, or begin anew as docs/recovery.md says.' +
  (broken === undefined ? '' : ` What is left of it is ${broken}.`);
