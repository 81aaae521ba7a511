import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyIdOf } from './manifest.js';
import { FirmwareRefusal } from './manifest.js';

/** The public keys that may sign firmware, by their id. */
export type FirmwareKeys = ReadonlyMap<string, KeyObject>;

/** The id of a public key: the beginning of the SHA-256 of its encoding. */
export const keyId = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16);

/** Reads every `*.pub` file of the folders; missing folders and files without an Ed25519 key are ignored. */
export function readKeys(...folders: readonly string[]): FirmwareKeys {
  const keys = folders.flatMap(keysIn);
  return new Map(keys.map((key) => [keyId(key), key]));
}

function keysIn(folder: string): KeyObject[] {
  return namesIn(folder)
    .filter((name) => name.endsWith('.pub'))
    .flatMap((name) => {
      try {
        const key = createPublicKey(readFileSync(join(folder, name)));
        return key.asymmetricKeyType === 'ed25519' ? [key] : [];
      } catch {
        return [];
      }
    });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Throws {@link FirmwareRefusal} unless one of the keys has signed exactly these bytes. */
export function checkSignature(manifest: Buffer, signature: Buffer, keys: FirmwareKeys): void {
  const id = keyIdOf(manifest);
  const key = keys.get(id);
  if (!key)
    throw new FirmwareRefusal(`it is signed with the key "${id.slice(0, 64)}", which this release does not know`);
  if (!verify(null, manifest, key, signature)) throw new FirmwareRefusal('its signature is invalid');
}
