import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { withFile, type SqliteFile } from './sqlite-file.js';

const HEADER = 'SQLite format 3\0';

/** The row without which a start would take the installation for a new one, and make a new administrator. */
const ADMINISTRATOR_QUERY = 'SELECT 1 FROM "user" WHERE "id" = 1';

/** Long, and of the past only: read at every start it would cost seconds, and a start needs none of it. */
const LONG_TABLES = /^history_block$/;

/**
 * What is wrong with a database file; undefined for a sound one. SQLite's own check calls an empty file sound.
 * @param depth `quick` leaves out the long ones, and whether indexes say the same as their tables
 */
export async function integrityProblem(path: string, depth: 'quick' | 'full' = 'full'): Promise<string | undefined> {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === undefined) return 'it is missing';
  if (size === 0) return 'it is empty';
  if (headerOf(path) !== HEADER) return 'it does not begin as a database does';
  try {
    return await withFile(path, depth === 'full' ? fullCheck : quickCheck);
  } catch (error) {
    return (error as Error).message;
  }
}

/** True when an administrator stands in it: not a database of another kind, or one that was never finished. */
export async function hasAdministrator(path: string): Promise<boolean> {
  return withFile(path, async (file) => (await file.all(ADMINISTRATOR_QUERY)).length > 0).catch(() => false);
}

async function quickCheck(file: SqliteFile): Promise<string | undefined> {
  const tables = await file.all("SELECT name FROM sqlite_master WHERE type = 'table'");
  for (const name of tables.map((row) => String(row['name'])).filter((table) => !LONG_TABLES.test(table))) {
    const problem = await resultOf(file, `PRAGMA quick_check("${name}")`);
    if (problem) return problem;
  }
  return undefined;
}

const fullCheck = (file: SqliteFile): Promise<string | undefined> => resultOf(file, 'PRAGMA integrity_check(1)');

async function resultOf(file: SqliteFile, check: string): Promise<string | undefined> {
  const [row] = await file.all(check);
  const result = String(Object.values(row ?? {})[0]);
  return result === 'ok' ? undefined : result;
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
