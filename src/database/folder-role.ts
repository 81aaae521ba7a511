import { existsSync, statSync, writeFileSync } from 'node:fs';
import { ConfigError, type Role } from '../config/runtime-config.js';
import { withFile } from './maintenance/sqlite-file.js';
import { dataFile, IN_MEMORY } from './data-folder.js';
import { DATABASE } from './data-source.js';

/** The file with the authority of a hub; see `src/hub/authority`. */
export const HUB_AUTHORITY = 'hub-authority.pem';

/** The roles with a database. */
type StoredRole = Exclude<Role, 'collector'>;

/** By the role whose data the folder holds. */
const PROBLEMS: Readonly<Record<StoredRole, string>> = {
  hub: 'RACKFEED_DATA_DIR holds the data of a hub: start it with RACKFEED_ROLE=hub, or give the controller another folder',
  controller: 'RACKFEED_DATA_DIR holds the data of a controller: a hub needs a folder of its own',
};

/** The mark of a hub whose database is elsewhere: without its address, it would begin with an empty one here. */
const ELSEWHERE = 'postgresql';

/**
 * Throws {@link ConfigError} where the data folder is that of the other role, or where the database of this hub is not the
 * one of its last start. An empty folder takes any role.
 */
export async function assertFolderOf(role: Role, dataDir: string, isElsewhere = false): Promise<void> {
  if (dataDir === IN_MEMORY) return;
  const found = await roleOf(dataDir);
  if (found !== undefined && found !== role) throw new ConfigError([`${PROBLEMS[found]}; it is "${dataDir}".`]);
  const marker = dataFile(dataDir, ELSEWHERE);
  if (!isElsewhere && existsSync(marker)) {
    throw new ConfigError([
      `RACKFEED_DATABASE_URL is missing: the data of this hub is in PostgreSQL. RACKFEED_DATA_DIR is "${dataDir}".`,
    ]);
  }
  if (!isElsewhere) return;
  if (existsSync(dataFile(dataDir, DATABASE))) {
    throw new ConfigError([
      `RACKFEED_DATA_DIR holds a database of its own, which would not be used with RACKFEED_DATABASE_URL; it is ` +
        `"${dataDir}". docs/fleet.md says how a hub goes over to PostgreSQL.`,
    ]);
  }
  if (!existsSync(marker)) writeFileSync(marker, 'The data of this hub is in the database of RACKFEED_DATABASE_URL.\n');
}

/** Throws {@link ConfigError} where a collector would have its PDUs in the folder of a controller or a hub. */
export function assertNoDataIn(dataDir: string): void {
  if ([DATABASE, HUB_AUTHORITY, ELSEWHERE].every((name) => !existsSync(dataFile(dataDir, name)))) return;
  throw new ConfigError([
    `RACKFEED_DATA_DIR holds the data of a controller or a hub: a collector needs a folder of its own; it is "${dataDir}".`,
  ]);
}

/** Undefined for a folder without a database, or with one that cannot be read: the recovery decides about it. */
async function roleOf(dataDir: string): Promise<StoredRole | undefined> {
  if (existsSync(dataFile(dataDir, HUB_AUTHORITY))) return 'hub';
  const database = dataFile(dataDir, DATABASE);
  if ((statSync(database, { throwIfNoEntry: false })?.size ?? 0) === 0) return undefined;
  const tables = `SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ('pdu', 'relay_intent')`;
  const found = await withFile(database, (file) => file.all(tables)).catch(() => []);
  const names = found.map(({ name }) => name);
  if (names.includes('pdu')) return 'hub';
  return names.length > 0 ? 'controller' : undefined;
}
