import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { withFile, type SqliteFile } from './sqlite-file.js';

const HEADER = 'SQLite format 3\0';

/** The row without which a start would take the installation for a new one and create a new administrator. */
const ADMINISTRATOR_QUERY = 'SELECT 1 FROM "user" WHERE "id" = 1';

/** Long tables of history: checking them would delay every start by seconds, and a start does not need them. */
const LONG_TABLES = /^history_block$/;

/**
 * The problem of a database file; undefined for an intact one. SQLite's own check accepts an empty file.
 * @param depth `quick` leaves out long tables and the comparison of indexes with their tables
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

/** True when it contains an administrator: false for a database of another kind or an incomplete one. */
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
