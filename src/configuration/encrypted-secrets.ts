import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { parseInSlices } from '../common/json-in-slices.js';
import { CIPHER, type EncryptedSecrets } from './config-document.dto.js';

const TAG_BYTES = 16;
const SALT_BYTES = 16;
const NONCE_BYTES = 12;
/** Binds the ciphertext to this use. */
const CONTEXT = Buffer.from('rackfeed configuration secrets 1');

/** Costs of the key derivation. */
export interface KeyCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

export type KeyDerivation = (salt: Buffer) => Promise<Buffer>;

export async function encryptSecrets(
  secrets: ReadonlyMap<string, string>,
  cost: KeyCost,
  key: KeyDerivation,
): Promise<EncryptedSecrets> {
  const salt = randomBytes(SALT_BYTES);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, await key(salt), nonce).setAAD(CONTEXT);
  const text = JSON.stringify(Object.fromEntries(secrets));
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return {
    kdf: 'argon2id',
    memory: cost.memoryCost,
    passes: cost.timeCost,
    lanes: cost.parallelism,
    salt: salt.toString('base64'),
    cipher: CIPHER,
    nonce: nonce.toString('base64'),
    data: data.toString('base64'),
  };
}

/** Decrypts the secrets; undefined for a wrong passphrase or changed ciphertext. */
export async function decryptSecrets(
  encrypted: EncryptedSecrets,
  key: KeyDerivation,
): Promise<ReadonlyMap<string, string> | undefined> {
  const data = Buffer.from(encrypted.data, 'base64');
  const nonce = Buffer.from(encrypted.nonce, 'base64');
  const salt = Buffer.from(encrypted.salt, 'base64');
  if (data.length < TAG_BYTES || nonce.length !== NONCE_BYTES || salt.length !== SALT_BYTES) return undefined;
  const decipher = createDecipheriv(CIPHER, await key(salt), nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(CONTEXT).setAuthTag(data.subarray(-TAG_BYTES));
  try {
    const bytes = Buffer.concat([decipher.update(data.subarray(0, -TAG_BYTES)), decipher.final()]);
    const secrets = (await parseInSlices(bytes, (text): unknown => JSON.parse(text))) as Record<string, string>;
    return new Map(Object.entries(secrets));
  } catch {
    return undefined;
  }
}
