import { existsSync } from 'node:fs';
import type { SqliteFile } from './sqlite-file.js';
import { commonColumns, createStatementFor, schemaOf, type SchemaEntry } from './schema.js';

/** The result for each table of a damaged database. */
export interface RecoveredTables {
  /** Every row could be read. */
  readonly whole: string[];
  /** Some rows came from the copy or are lost. */
  readonly partly: string[];
}

/** The number of rows that are read at once where some cannot be read. */
const BATCH_ROWS = 50;
/** Users have to sign in again: an older row must not reactivate a session that has ended. */
const NOT_RECOVERED = 'session';
/** Tables that are never taken from the copy: an older row of these would switch a relay without a request. */
const MOVES_RELAYS = /^(power_cycle|power_on_count|relay_intent)$/;

/**
 * Fills an empty database with all readable rows of a damaged one and, for tables that cannot be read in full, with the
 * rows of the last backup copy; newer rows win. Rejects when neither has a readable schema.
 */
export async function recoverRows(target: SqliteFile, broken: string, copy: string): Promise<RecoveredTables> {
  await attach(target, broken, 'broken');
  await attach(target, copy, 'copy');
  const ofBroken = await schemaOf(target, 'broken').catch(() => []);
  const ofCopy = await schemaOf(target, 'copy').catch(() => []);
  // A schema without its migrations cannot be brought up to date later.
  const schema = hasMigrations(ofBroken) && (await isWhole(target, 'migrations')) ? ofBroken : ofCopy;
  if (schema.length === 0) throw new Error('No schema can be read.');
  const tables = schema.filter(({ type }) => type === 'table');
  for (const table of tables) await target.run(createStatementFor('main', table));
  const result: RecoveredTables = { whole: [], partly: [] };
  for (const { name } of tables) {
    if (name === NOT_RECOVERED) continue;
    const isInFull = await fillTable(target, name, schema === ofBroken);
    (isInFull ? result.whole : result.partly).push(name);
  }
  for (const index of schema.filter(({ type }) => type === 'index'))
    await target.run(createStatementFor('main', index));
  return result;
}

const hasMigrations = (schema: readonly SchemaEntry[]): boolean => schema.some(({ name }) => name === 'migrations');

/** Attaches a file; one that cannot be attached is treated as missing. */
async function attach(target: SqliteFile, path: string, name: string): Promise<void> {
  await target.run(`ATTACH ? AS "${name}"`, [existsSync(path) ? path : ':memory:']).catch(() => 0);
}

async function isWhole(target: SqliteFile, table: string): Promise<boolean> {
  try {
    const [row] = await target.all(`PRAGMA broken.quick_check("${table}")`);
    return row?.['quick_check'] === 'ok';
  } catch {
    return false;
  }
}

async function fillTable(target: SqliteFile, table: string, isOfBroken: boolean): Promise<boolean> {
  if (isOfBroken && (await isWhole(target, table))) {
    try {
      await target.run(`INSERT INTO main."${table}" SELECT * FROM broken."${table}"`);
      return true;
    } catch {
      await target.run(`DELETE FROM main."${table}"`);
    }
  }
  for (const source of MOVES_RELAYS.test(table) ? ['broken'] : ['copy', 'broken']) {
    const columns = await commonColumns(target, table, 'main', source).catch(() => '');
    if (columns) await copyReadableRows(target, source, table, columns);
  }
  return false;
}

/** Copies the rows up to the first unreadable one and, from the other end, down to the last unreadable one. */
async function copyReadableRows(target: SqliteFile, source: string, table: string, columns: string): Promise<void> {
  let low = Number.MIN_SAFE_INTEGER;
  let high = Number.MAX_SAFE_INTEGER;
  const take = async (order: 'ASC' | 'DESC', most: number): Promise<boolean> => {
    const among = `FROM "${source}"."${table}" WHERE rowid > ${low} AND rowid < ${high} ORDER BY rowid ${order}`;
    const ids = await target.all(`SELECT rowid AS id ${among} LIMIT ${most}`);
    const last = ids.at(-1)?.['id'];
    if (typeof last !== 'number') return false;
    await target.run(
      `INSERT OR REPLACE INTO main."${table}" (${columns}) SELECT ${columns} ${among} LIMIT ${ids.length}`,
    );
    if (order === 'ASC') low = last;
    else high = last;
    return true;
  };
  for (const order of ['ASC', 'DESC'] as const) {
    for (const most of [BATCH_ROWS, 1]) {
      try {
        while (await take(order, most));
      } catch {
        // Smaller steps come closer to the unreadable row; then the other end follows.
      }
    }
  }
}
