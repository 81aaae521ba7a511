import { rmSync, statSync } from 'node:fs';
import type { Millis } from '../kernel/clock.js';
import { dataFile } from './data-folder.js';
import { DATABASE } from './data-source.js';
import { soundness } from './soundness.js';
import { putInPlace } from './durable-file.js';
import { withFile, type SqliteFile } from './sqlite-file.js';
import { commonColumns, createIn, schemaOf } from './tables.js';

const COPY = `${DATABASE}.copy`;

/** What is long and tells of the past only, or lives for minutes: flash is not worn out for it. */
const LEFT_OUT = /^(audit_entry|session|event_firing|action_run|history.*)$/;

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
  try {
    await withFile(draft, (file) => fill(file, dataFile(dataDir, DATABASE)), true);
    const trouble = await soundness(draft);
    if (trouble) throw new Error(`The copy of the database is not sound: ${trouble}`);
    await putInPlace(draft, copyFile(dataDir));
  } finally {
    discard(draft);
  }
}

async function fill(file: SqliteFile, path: string): Promise<void> {
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
