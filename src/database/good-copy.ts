import { readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import type { Millis } from '../kernel/clock.js';
import { dataFile, IN_MEMORY } from './data-folder.js';
import { DATABASE } from './data-source.js';
import { soundness } from './soundness.js';
import { putInPlace } from './durable-file.js';
import { withFile, type SqliteFile } from './sqlite-file.js';
import { commonColumns, createIn, schemaOf } from './tables.js';

const COPY = `${DATABASE}.copy`;

/** What is long and tells of the past only, or lives for minutes: flash is not worn out for it. */
const LEFT_OUT = /^(audit_entry|session|event_firing|action_run|history.*)$/;

/** Bytes. */
const SPACE_TO_LEAVE = 4 * 1024 * 1024;

export const isCopied = (table: string): boolean => !LEFT_OUT.test(table);

export const copyFile = (dataDir: string): string => dataFile(dataDir, COPY);

/** When the newest good copy was made; undefined without one. */
export function copiedAt(dataDir: string): Millis | undefined {
  return statSync(copyFile(dataDir), { throwIfNoEntry: false })?.mtimeMs;
}

/**
 * Copies what an operator has set, and what was asked of the relays, into a second file: consistent, checked, durable.
 * Works on a connection of its own, beside the writers. Rejects when there is no space; then the old copy stays.
 */
export async function makeCopy(dataDir: string): Promise<void> {
  const draft = `${copyFile(dataDir)}.new`;
  discard(draft);
  leaveSpace(dataDir);
  try {
    await withFile(draft, (file) => fill(file, dataFile(dataDir, DATABASE)), true);
    const trouble = await soundness(draft);
    if (trouble) throw new Error(`The copy of the database is not sound: ${trouble}`);
    await putInPlace(draft, copyFile(dataDir));
  } finally {
    discard(draft);
  }
}

/** A copy must not take the last of the space from the settings themselves. */
function leaveSpace(dataDir: string): void {
  const { bavail, bsize } = statfsSync(dataDir);
  if (bavail * bsize < SPACE_TO_LEAVE) throw new Error('ENOSPC: there is too little space for a copy of the database.');
}

/** Forgets the copy, and every database moved aside: after a factory reset nothing of before may come back. */
export function forgetCopies(dataDir: string): void {
  if (dataDir === IN_MEMORY) return;
  discard(copyFile(dataDir));
  for (const name of readdirSync(dataDir).filter((file) => file.startsWith(`${DATABASE}.broken-`))) {
    rmSync(dataFile(dataDir, name), { force: true });
  }
}

/** Writes into an empty file what is copied of another one, in one look at it. */
export async function fill(file: SqliteFile, path: string): Promise<void> {
  await file.run('PRAGMA synchronous = OFF'); // it is made durable as a whole, before it gets its name
  await file.with(path, 'source', async () => {
    await file.run('BEGIN');
    const schema = await schemaOf(file, 'source');
    for (const entry of schema.filter(({ type }) => type === 'table')) await file.run(createIn('main', entry));
    for (const { name } of schema.filter(({ type, table }) => type === 'table' && isCopied(table))) {
      const columns = await commonColumns(file, name, 'main', 'source');
      await file.run(`INSERT INTO main."${name}" (${columns}) SELECT ${columns} FROM source."${name}"`);
    }
    for (const entry of schema.filter(({ type }) => type === 'index')) await file.run(createIn('main', entry));
    await file.run('COMMIT');
  });
}

const discard = (path: string): void => {
  for (const end of ['', '-journal', '-wal', '-shm']) rmSync(path + end, { force: true });
};
