import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { withFile, type SqliteFile } from './sqlite-file.js';

const HEADER = 'SQLite format 3\0';

/** The row without which a start would take the installation for a new one, and make a new administrator. */
const SENTINEL = 'SELECT 1 FROM "user" WHERE "id" = 1';

/** What is wrong with a database file; undefined for a sound one. SQLite's own check calls an empty file sound. */
export async function soundness(path: string): Promise<string | undefined> {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === undefined) return 'it is missing';
  if (size === 0) return 'it is empty';
  if (headerOf(path) !== HEADER) return 'it does not begin as a database does';
  try {
    return await withFile(path, check);
  } catch (error) {
    return (error as Error).message;
  }
}

/** True when an administrator stands in it: not a database of another kind, or one that was never finished. */
export async function hasAdministrator(path: string): Promise<boolean> {
  return withFile(path, async (file) => (await file.all(SENTINEL)).length > 0).catch(() => false);
}

async function check(file: SqliteFile): Promise<string | undefined> {
  const [row] = await file.all('PRAGMA quick_check(1)');
  const verdict = String(row?.['quick_check']);
  return verdict === 'ok' ? undefined : verdict;
}

function headerOf(path: string): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(HEADER.length);
    readSync(file, bytes, 0, bytes.length, 0);
    return bytes.toString('latin1');
  } finally {
    closeSync(file);
  }
}
