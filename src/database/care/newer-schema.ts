import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../data-source.js';
import { MIGRATIONS } from '../migrations/index.js';
import { withFile } from './sqlite-file.js';
import { commonColumns, schemaOf } from './schema.js';

/** Names of migrations end with the time of their creation, 13 digits; those of a later release are later. */
const newestKnown = (): number => Math.max(...MIGRATIONS.map((one) => Number((new one().name ?? '').slice(-13))));

/** True for an intact database that a newer release has changed: this release does not know all of its columns. */
export async function isOfNewerRelease(path: string): Promise<boolean> {
  const newest = withFile(path, async (file) => (await file.all('SELECT max(timestamp) AS newest FROM migrations'))[0]);
  const row = await newest.catch(() => undefined); // no such table: an incomplete first start
  return Number(row?.['newest'] ?? 0) > newestKnown();
}

/** Creates a database with the tables of this release and fills them from the newer database. */
export async function fillFromNewer(path: string, newer: string): Promise<void> {
  const empty = { ...dataSourceOptions(':memory:'), enableWAL: false, database: path };
  const source = await new DataSource(empty as ReturnType<typeof dataSourceOptions>).initialize();
  await source.runMigrations().finally(() => source.destroy());
  await withFile(path, async (file) => {
    await file.run('PRAGMA foreign_keys = OFF');
    await file.with(newer, 'newer', async () => {
      await file.run('BEGIN');
      for (const { type, name } of await schemaOf(file, 'main')) {
        if (type !== 'table' || name === 'migrations' || name === 'session') continue;
        const columns = await commonColumns(file, name, 'main', 'newer');
        if (!columns) continue;
        await file.run(`DELETE FROM main."${name}"`); // rows that a migration has inserted for a new controller
        await file.run(`INSERT INTO main."${name}" (${columns}) SELECT ${columns} FROM newer."${name}"`);
      }
      await file.run('COMMIT');
    });
  });
}
