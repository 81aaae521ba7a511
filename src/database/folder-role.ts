import { existsSync, statSync } from 'node:fs';
import { ConfigError, type Role } from '../config/runtime-config.js';
import { withFile } from './care/sqlite-file.js';
import { dataFile, IN_MEMORY } from './data-folder.js';
import { DATABASE } from './data-source.js';

/** The file with the authority of a hub; see `src/hub/authority`. */
export const HUB_AUTHORITY = 'hub-authority.pem';

const PROBLEMS: Readonly<Record<Role, string>> = {
  controller:
    'RACKFEED_DATA_DIR holds the data of a hub: start it with RACKFEED_ROLE=hub, or give the controller another folder',
  hub: 'RACKFEED_DATA_DIR holds the data of a controller: a hub needs a folder of its own',
};

/** Throws {@link ConfigError} where the data folder is that of the other role. An empty one takes any role. */
export async function assertFolderOf(role: Role, dataDir: string): Promise<void> {
  const found = dataDir === IN_MEMORY ? undefined : await roleOf(dataDir);
  if (found !== undefined && found !== role) throw new ConfigError([`${PROBLEMS[role]}; it is "${dataDir}".`]);
}

/** Undefined for a folder without a database, or with one that cannot be read: the recovery decides about it. */
async function roleOf(dataDir: string): Promise<Role | undefined> {
  if (existsSync(dataFile(dataDir, HUB_AUTHORITY))) return 'hub';
  const database = dataFile(dataDir, DATABASE);
  if ((statSync(database, { throwIfNoEntry: false })?.size ?? 0) === 0) return undefined;
  const tables = `SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ('pdu', 'relay_intent')`;
  const found = await withFile(database, (file) => file.all(tables)).catch(() => []);
  const names = found.map(({ name }) => name);
  if (names.includes('pdu')) return 'hub';
  return names.length > 0 ? 'controller' : undefined;
}
