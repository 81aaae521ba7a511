import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync } from 'node:fs';
import { ConfigError } from '../config/runtime-config.js';
import { syncFolder, writeDurably } from '../launcher/durable-file.js';
import { dataFile, IN_MEMORY } from './data-folder.js';

export const DEVICE_KEY = 'device.key';
const BYTES = 32;

/**
 * The installation's own key, created at its first start; never part of an export. A lost key is replaced by a new one,
 * and data that was encrypted with it cannot be decrypted any more. Throws {@link ConfigError}.
 */
export function deviceKey(dataDir: string): Buffer {
  if (dataDir === IN_MEMORY) return randomBytes(BYTES);
  const key = readKey(dataDir) ?? makeKey(dataDir);
  if (key.length === BYTES) return key;
  throw new ConfigError([
    `RACKFEED_DATA_DIR holds a damaged ${DEVICE_KEY} (${key.length} bytes); put it back from a backup.`,
  ]);
}

function readKey(dataDir: string): Buffer | undefined {
  try {
    return readFileSync(dataFile(dataDir, DEVICE_KEY));
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new ConfigError([`RACKFEED_DATA_DIR holds a ${DEVICE_KEY} that cannot be read (${code}).`]);
  }
}

/** Creates the key atomically: writes a draft, makes it durable, then links it into place, never over another key. */
function makeKey(dataDir: string): Buffer {
  const file = dataFile(dataDir, DEVICE_KEY);
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    writeDurably(draft, randomBytes(BYTES), 'wx');
    linkSync(draft, file);
  } catch (error) {
    const { code = 'not written' } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') throw new ConfigError([`RACKFEED_DATA_DIR cannot take the ${DEVICE_KEY} (${code}).`]);
  } finally {
    rmSync(draft, { force: true });
  }
  syncFolder(dataDir);
  return readFileSync(file);
}
