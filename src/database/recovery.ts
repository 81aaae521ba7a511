import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { Logger } from '@nestjs/common';
import type { Clock } from '../kernel/clock.js';
import { dataFile, IN_MEMORY, isInstalled } from './data-folder.js';
import { DATABASE } from './data-source.js';
import type { DatabaseHealth } from './database-health.js';
import { putInPlace, sync } from './durable-file.js';
import { copiedAt, copyFile } from './good-copy.js';
import { salvage, type Salvage } from './salvage.js';
import { hasAdministrator, soundness } from './soundness.js';
import { withFile } from './sqlite-file.js';

/** So many broken databases are kept to look at. */
const MOST_KEPT = 3;

/**
 * Looks at the database before it is opened, and puts one that is damaged, empty or missing together again. Answers the
 * folder to work with: that of the data or, where nothing good was found, memory, so that nothing is made worse.
 */
export async function recover(dataDir: string, health: DatabaseHealth, clock: Clock): Promise<string> {
  if (dataDir === IN_MEMORY) return dataDir;
  const copied = copiedAt(dataDir);
  if (copied !== undefined) health.copied(copied);
  const database = dataFile(dataDir, DATABASE);
  const isFirstStart = !isInstalled(dataDir) && copied === undefined;
  if (isFirstStart && !existsSync(database)) return dataDir;
  const trouble = (await soundness(database)) ?? (await strangeness(database, isFirstStart));
  if (!trouble) return dataDir;
  const logger = new Logger('Database');
  logger.error(`The database is damaged: ${trouble}.`);
  const broken = await moveAside(dataDir, clock);
  const saved = await rebuild(dataDir, broken).catch((error: unknown) => {
    logger.error(`It could not be put together again: ${(error as Error).message}`);
    return undefined;
  });
  if (!saved && isFirstStart) return dataDir; // a first start that never ended: there is nothing to lose
  const message = saved ? tellRestored(saved, copied, broken) : tellNothing(broken);
  logger.error(message);
  health.started(saved ? 'restored' : 'damaged', message);
  return saved ? dataDir : IN_MEMORY;
}

/** A sound database that is not ours, or that has lost its accounts, would make a new administrator. */
async function strangeness(database: string, isFirstStart: boolean): Promise<string | undefined> {
  if (isFirstStart || (await hasAdministrator(database))) return undefined;
  return 'the built-in administrator is missing';
}

/** Gives the broken files another name, and forgets the oldest such ones. Answers the new name. */
async function moveAside(dataDir: string, clock: Clock): Promise<string> {
  const stamp = new Date(clock.now()).toISOString().replace(/[-:]|\.\d+/g, '');
  const name = freeName(dataDir, `${DATABASE}.broken-${stamp}`);
  for (const end of ['', '-wal', '-shm']) {
    const file = dataFile(dataDir, DATABASE + end);
    if (existsSync(file)) renameSync(file, dataFile(dataDir, name + end));
  }
  const kept = readdirSync(dataDir).filter((file) => /\.broken-[^-]*(-\d+)?$/.test(file));
  for (const old of kept.sort().slice(0, -MOST_KEPT)) {
    for (const end of ['', '-wal', '-shm']) rmSync(dataFile(dataDir, old + end), { force: true });
  }
  await sync(dataDir);
  return dataFile(dataDir, name);
}

function freeName(dataDir: string, name: string): string {
  let free = name;
  for (let count = 2; existsSync(dataFile(dataDir, free)); count++) free = `${name}-${count}`;
  return free;
}

/** Puts a new database in place, of what can be read of the broken one and of the copy. Rejects when it is not good. */
async function rebuild(dataDir: string, broken: string): Promise<Salvage> {
  const draft = dataFile(dataDir, `${DATABASE}.rebuilt`);
  rmSync(draft, { force: true });
  try {
    const saved = await withFile(
      draft,
      async (file) => {
        await file.run('PRAGMA journal_mode = OFF');
        await file.run('PRAGMA synchronous = OFF');
        return salvage(file, broken, copyFile(dataDir));
      },
      true,
    );
    const trouble = await soundness(draft);
    if (trouble) throw new Error(trouble);
    if (!(await hasAdministrator(draft))) throw new Error('The accounts are lost.');
    await putInPlace(draft, dataFile(dataDir, DATABASE));
    return saved;
  } finally {
    rmSync(draft, { force: true });
  }
}

function tellRestored({ partly }: Salvage, copied: number | undefined, broken: string): string {
  const copy = copied === undefined ? 'there was no copy' : `the copy is of ${new Date(copied).toISOString()}`;
  const rest =
    partly.length === 0
      ? 'Nothing is missing.'
      : `Of ${partly.join(', ')} the newest rows may be missing (${copy}); look at them.`;
  return `The database was damaged and has been put together again. ${rest} Everybody signs in anew. The broken one is ${broken}.`;
}

const tellNothing = (broken: string): string =>
  'The database is lost, and there is no good copy. Relays stay as they are; nobody can sign in. Put a backup in its ' +
  `place and start again, or begin anew as docs/recovery.md says. What is left of it is ${broken}.`;
