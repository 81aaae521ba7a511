import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError } from '../config/runtime-config.js';

/** The data folder of a controller that stores nothing, for tests. */
export const IN_MEMORY = ':memory:';

/** The path of a file in the data folder. */
export const dataFile = (dataDir: string, name: string): string => join(dataDir, name);

/** Creates the folder (0700) or restricts its mode; all later files have 0600. Throws {@link ConfigError}. */
export function prepareDataFolder(dataDir: string): void {
  process.umask(0o077);
  if (dataDir === IN_MEMORY) return;
  try {
    makeFolder(dataDir);
    if (!statSync(dataDir).isDirectory()) throw new Error('is not a folder');
    chmodSync(dataDir, 0o700);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ConfigError([
      `RACKFEED_DATA_DIR cannot be used as data folder (${code ?? message}); it is "${dataDir}".`,
    ]);
  }
}

/** Creates one level at a time: with `recursive`, Node never returns on a file system without mkdir, such as /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!existsSync(path)) throw error; // else another process has just created it
  }
}

const INSTALLED_MARKER = 'installed';

/** True once an installation has completed its first start here. */
export const isInstalled = (dataDir: string): boolean => existsSync(dataFile(dataDir, INSTALLED_MARKER));

/** Marks that the database exists from now on: an empty or missing one is damage, not a first start. */
export function markInstalled(dataDir: string): void {
  if (dataDir === IN_MEMORY || isInstalled(dataDir)) return; // a full disk must not stop a start
  writeFileSync(dataFile(dataDir, INSTALLED_MARKER), 'The database beside this file must not be empty or missing.\n');
}
