import { readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import type { Millis } from '../../common/clock.js';
import { dataFile, IN_MEMORY } from '../data-folder.js';
import { DATABASE } from '../data-source.js';
import { integrityProblem } from './integrity-check.js';
import { renameDurably } from '../../common/durable-file.js';
import { withFile, type SqliteFile } from './sqlite-file.js';
import { commonColumns, createStatementFor, schemaOf } from './schema.js';

const COPY_NAME = `${DATABASE}.copy`;

/** The beginning of the names of the folders in which a restore preserves what was there before. */
export const BEFORE_RESTORE = 'before-restore-';

/** Tables with long histories or short-lived rows, which are left out to reduce writes to the flash. */
const LEFT_OUT = /^(audit_entry|session|event_firing|action_run|history.*|minute_hour|pdu_event)$/;

/** Bytes. */
const SPACE_TO_LEAVE = 4 * 1024 * 1024;

export const isInBackupCopy = (table: string): boolean => !LEFT_OUT.test(table);

export const backupCopyPath = (dataDir: string): string => dataFile(dataDir, COPY_NAME);

/** The time of the newest backup copy; undefined without one. */
export function backupCopyTime(dataDir: string): Millis | undefined {
  return statSync(backupCopyPath(dataDir), { throwIfNoEntry: false })?.mtimeMs;
}

/**
 * Copies the configuration and the requested relay states into a second file: consistent, checked and durable. Works on
 * its own connection while others write. Rejects when there is no space; then the old copy stays.
 */
export async function makeBackupCopy(dataDir: string): Promise<void> {
  const draft = `${backupCopyPath(dataDir)}.new`;
  discard(draft);
  assertSpaceLeft(dataDir);
  try {
    await withFile(draft, (file) => fillFrom(file, dataFile(dataDir, DATABASE)), true);
    const problem = await integrityProblem(draft);
    if (problem) throw new Error(`The copy of the database is damaged: ${problem}`);
    await renameDurably(draft, backupCopyPath(dataDir));
  } finally {
    discard(draft);
  }
}

/** Checks that a copy leaves enough space for the settings themselves. */
function assertSpaceLeft(dataDir: string): void {
  const { bavail, bsize } = statfsSync(dataDir);
  if (bavail * bsize < SPACE_TO_LEAVE) throw new Error('ENOSPC: there is too little space for a copy of the database.');
}

/**
 * The names of the copy, of every database moved aside, and of what restores have preserved with its keys: after a factory
 * reset no earlier data may come back.
 */
export function earlierDataIn(dataDir: string): string[] {
  if (dataDir === IN_MEMORY) return [];
  const isEarlier = (name: string): boolean =>
    [`${DATABASE}.broken-`, BEFORE_RESTORE].some((start) => name.startsWith(start));
  return [COPY_NAME, `${COPY_NAME}.new`, ...readdirSync(dataDir).filter(isEarlier)];
}

/** Fills an empty file with the copied tables of another database, in one transaction. */
export async function fillFrom(file: SqliteFile, path: string): Promise<void> {
  await file.run('PRAGMA synchronous = OFF'); // the file is made durable as a whole before it is renamed
  await file.with(path, 'source', async () => {
    await file.run('BEGIN');
    const schema = await schemaOf(file, 'source');
    for (const entry of schema.filter(({ type }) => type === 'table'))
      await file.run(createStatementFor('main', entry));
    for (const { name } of schema.filter(({ type, table }) => type === 'table' && isInBackupCopy(table))) {
      const columns = await commonColumns(file, name, 'main', 'source');
      await file.run(`INSERT INTO main."${name}" (${columns}) SELECT ${columns} FROM source."${name}"`);
    }
    for (const entry of schema.filter(({ type }) => type === 'index'))
      await file.run(createStatementFor('main', entry));
    await file.run('COMMIT');
  });
}

const discard = (path: string): void => {
  for (const end of ['', '-journal', '-wal', '-shm']) rmSync(path + end, { force: true });
};
