import { readFile } from 'node:fs/promises';
import type { KeySource } from '../database/maintenance/encrypted-file.js';
import { PASSPHRASE } from '../configuration/config-document.dto.js';
import { KEY_COST, type PasswordHasher } from '../users/passwords/password-hasher.js';

/** The key of a backup, derived from its passphrase. Throws for a passphrase that is too short or too long. */
export function backupKey(passphrase: string, hasher: PasswordHasher): KeySource {
  const { length } = [...passphrase];
  if (length < PASSPHRASE.min || length > PASSPHRASE.max) {
    throw new Error(`The passphrase of a backup must have ${PASSPHRASE.min} to ${PASSPHRASE.max} characters.`);
  }
  return { cost: KEY_COST, deriveKey: (salt) => hasher.deriveKey(passphrase, salt) };
}

/** The passphrase: the first line of a file. Rejects if it cannot be read. */
export async function passphraseIn(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).split(/\r?\n/)[0] ?? '';
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    throw new Error(`The file with the passphrase, "${file}", cannot be read (${code}).`, { cause: error });
  }
}
