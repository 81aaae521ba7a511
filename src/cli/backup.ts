import { open, rm, type FileHandle } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readConfig } from '../config/runtime-config.js';
import { writeBackup } from '../database/maintenance/backup.js';
import type { KeySource } from '../database/maintenance/encrypted-file.js';
import { backupKey, passphraseIn } from '../health/backup-key.js';
import { SystemClock } from '../common/clock.js';
import { PasswordHasher } from '../users/passwords/password-hasher.js';
import { DONE, UsageError, type Command, type Program } from './command.js';
import { interruptible } from './interruptible.js';
import { becomeOwnerOf } from './owner.js';
import { assertInstalled } from './stored.js';

/** The advice for a database that is not in the data folder. */
export const BACKUP_INSTEAD =
  'back it up and restore it with the tools of PostgreSQL, and keep the files of the data folder; see docs/fleet.md';

export const BACKUP: Command = {
  name: 'backup',
  parameters: '--out <file> [--passphrase-file <file>]',
  summary: 'write the whole installation to one encrypted file; the controller may be running',

  async run(args, program) {
    const { values } = parseArgs({
      args: [...args],
      options: { out: { type: 'string' }, 'passphrase-file': { type: 'string' } },
    });
    if (values.out === undefined) throw new UsageError('Name the file to write: --out <file>.');
    const config = readConfig(program.environment);
    assertInstalled(config, BACKUP_INSTEAD);
    const key = await keyFrom(values['passphrase-file'] ?? config.backupPassphraseFile, program, true);
    const file = await makeFile(values.out); // opened first: root may write where the owner of the data may not
    try {
      becomeOwnerOf(config.dataDir);
      await interruptible((signal) => writeBackup(config.dataDir, file, key, new SystemClock().now(), signal));
    } catch (error) {
      await file.truncate().catch(() => undefined);
      await rm(values.out, { force: true }).catch(() => program.warn(`"${values.out}" is incomplete; remove it.`));
      throw error;
    } finally {
      await file.close();
    }
    program.say(`The backup is in "${values.out}". Without its passphrase nobody can read it, you included.`);
    return DONE;
  },
};

async function makeFile(path: string): Promise<FileHandle> {
  return open(path, 'wx', 0o600).catch((error: unknown) => {
    const { code = 'not written' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new Error(`"${path}" exists already; name a new file.`);
    throw new Error(`"${path}" cannot be written (${code}).`);
  });
}

/** The key of a passphrase from a file, or from a prompt without one. */
export async function keyFrom(file: string | undefined, program: Program, isNew: boolean): Promise<KeySource> {
  const passphrase =
    file === undefined ? await program.secret('Passphrase of the backup', isNew) : await passphraseIn(file);
  return backupKey(passphrase, new PasswordHasher());
}
