import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { ConfigError, readConfig, type RuntimeConfig } from '../config/runtime-config.js';
import { restoreBackup } from '../database/maintenance/backup.js';
import { DataFolderLock } from '../database/data-folder-lock.js';
import { prepareDataFolder } from '../database/data-folder.js';
import { SystemClock } from '../common/clock.js';
import { BACKUP_INSTEAD, keyFrom } from './backup.js';
import { cannotRead, DONE, UsageError, type Command } from './command.js';
import { becomeOwnerOf } from './owner.js';

export const RESTORE: Command = {
  name: 'restore',
  parameters: '<file> [--passphrase-file <file>]',
  summary: 'restore a backup, and keep the previous data beside it; stop the controller first',

  async run(args, program) {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { 'passphrase-file': { type: 'string' } },
      allowPositionals: true,
    });
    const [path] = positionals;
    if (path === undefined || positionals.length > 1) throw new UsageError('Name one file, made by "rackfeed backup".');
    const config = readConfig(program.environment);
    if (config.database) throw new Error(`The data of this hub is in PostgreSQL: ${BACKUP_INSTEAD}.`);
    const file = await open(path, 'r').catch(cannotRead(path));
    try {
      const key = await keyFrom(values['passphrase-file'] ?? config.backupPassphraseFile, program, false);
      if (process.getuid?.() === 0 && !existsSync(config.dataDir)) {
        program.warn(
          `The data folder is created as root. If the controller runs as another user, change its owner to that user.`,
        );
      }
      becomeOwnerOf(config.dataDir);
      const { manifest, aside } = await withFolder(config, () =>
        restoreBackup(config.dataDir, file, key, new SystemClock().now()),
      );
      program.say(`Restored: the backup of ${manifest.madeAt}, made by version ${manifest.version}.`);
      if (aside !== undefined) program.warn(`What was there before is in "${aside}".`);
      program.warn('All users have to sign in again. No relay was switched; reboots in progress are not resumed.');
      return DONE;
    } finally {
      await file.close();
    }
  },
};

/** Locks the data folder meanwhile: the database of a running controller must not be replaced. */
async function withFolder<T>(config: RuntimeConfig, work: () => Promise<T>): Promise<T> {
  prepareDataFolder(config.dataDir);
  const lock = new DataFolderLock(config);
  await lock.take().catch((error: unknown) => {
    if (!(error instanceof ConfigError)) throw error;
    throw new Error(
      `The controller is running on "${config.dataDir}". Stop it, run this again, and start it; outlets stay as they ` +
        'are meanwhile.',
    );
  });
  return work().finally(() => lock.onApplicationShutdown());
}
