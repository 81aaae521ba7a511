import type { RuntimeConfig } from '../config/runtime-config.js';
import { withFile, type Row } from './maintenance/sqlite-file.js';
import { dataFile } from './data-folder.js';
import { DATABASE } from './data-source.js';

/** The tables that a statement names are not there. */
const UNDEFINED_TABLE = '42P01';

/** Reads rows of the stored data of a process that may run, or not, without its entities. Throws ConfigError. */
export async function storedRows(config: RuntimeConfig, sql: string): Promise<Row[]> {
  const { dataDir, database, databasePasswordFile } = config;
  if (!database) return withFile(dataFile(dataDir, DATABASE), (file) => file.all(sql));
  const { connectAlone, postgresqlOptions } = await import('./postgresql.js');
  const connection = await connectAlone(await postgresqlOptions(database, databasePasswordFile), 'rackfeed');
  try {
    return (await connection.query<Row>(sql)).rows;
  } catch (error) {
    if ((error as { readonly code?: string }).code !== UNDEFINED_TABLE) throw error;
    throw new Error('The database of RACKFEED_DATABASE_URL has no tables of a hub: start the hub first.', {
      cause: error,
    });
  } finally {
    await connection.end();
  }
}
