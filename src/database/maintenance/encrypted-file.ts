import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { pipeline as joined, Writable, type Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const CIPHER = 'aes-256-gcm';
const TAG_BYTES = 16;
const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const MAX_HEADER_BYTES = 4096;
const FILE_HEADER = { product: 'Rackfeed', kind: 'backup', format: 1, kdf: 'argon2id', cipher: CIPHER } as const;

/** Derives the key of a file from its salt, with these costs of Argon2id. */
export interface KeySource {
  readonly cost: { readonly memoryCost: number; readonly timeCost: number; readonly parallelism: number };
  readonly deriveKey: (salt: Buffer) => Promise<Buffer>;
}

/** A file that cannot be opened, with a sentence about the reason. */
export class EncryptedFileError extends Error {}

/**
 * Encrypts a stream into a file: a line of JSON with everything but the passphrase that decryption needs, which is
 * authenticated as well, then the encrypted bytes and their tag. Resolves when the file is durable.
 * @param signal ends it, also while the file takes nothing
 */
export async function encryptFile(
  content: Readable,
  file: FileHandle,
  { cost, deriveKey }: KeySource,
  signal?: AbortSignal,
): Promise<void> {
  const salt = randomBytes(SALT_BYTES);
  const nonce = randomBytes(NONCE_BYTES);
  const head = { ...FILE_HEADER, ...cost, salt: salt.toString('base64'), nonce: nonce.toString('base64') };
  const line = Buffer.from(`${JSON.stringify(head)}\n`);
  const cipher = createCipheriv(CIPHER, await deriveKey(salt), nonce).setAAD(line);
  await file.write(line);
  await pipeline(content, cipher, writerOf(file), { signal });
  await file.write(cipher.getAuthTag());
  await file.sync();
}

/**
 * Returns the content as a stream. The whole file is authenticated before its first byte is passed on, so that altered
 * content is never used. Throws {@link EncryptedFileError}.
 */
export async function decryptFile(file: FileHandle, { cost, deriveKey }: KeySource): Promise<Readable> {
  const { size } = await file.stat();
  const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_HEADER_BYTES), 0, MAX_HEADER_BYTES, 0);
  const length = buffer.subarray(0, bytesRead).indexOf('\n') + 1;
  const line = buffer.subarray(0, length);
  const { salt, nonce, ...head } = headOf(line);
  if (JSON.stringify(head) !== JSON.stringify({ ...FILE_HEADER, ...cost }) || size < length + TAG_BYTES) {
    throw new EncryptedFileError('This is no backup of Rackfeed, or one of a version that this one does not know.');
  }
  const key = await deriveKey(Buffer.from(salt, 'base64'));
  const tag = Buffer.alloc(TAG_BYTES);
  await file.read(tag, 0, TAG_BYTES, size - TAG_BYTES);
  const decrypted = (): [Readable, Transform] => {
    const decipher = createDecipheriv(CIPHER, key, Buffer.from(nonce, 'base64'), { authTagLength: TAG_BYTES });
    decipher.setAAD(line).setAuthTag(tag);
    return [file.createReadStream({ start: length, end: size - TAG_BYTES - 1, autoClose: false }), decipher];
  };
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    await pipeline(...decrypted(), nowhere);
  } catch {
    throw new EncryptedFileError('The passphrase is not the one of this backup, or the file was altered or cut.');
  }
  return joined(...decrypted(), () => undefined); // an error ends the returned stream
}

function headOf(line: Buffer): { salt: string; nonce: string } {
  try {
    const { salt, nonce, ...head } = JSON.parse(line.toString('utf8')) as Record<string, unknown>;
    const isSalt = typeof salt === 'string' && Buffer.from(salt, 'base64').length === SALT_BYTES;
    const isNonce = typeof nonce === 'string' && Buffer.from(nonce, 'base64').length === NONCE_BYTES;
    if (isSalt && isNonce) return { ...head, salt, nonce };
  } catch {
    // reported below
  }
  throw new EncryptedFileError('This is no backup of Rackfeed.');
}

const writerOf = (file: FileHandle): Writable =>
  new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      file.write(chunk).then(() => done(), done);
    },
  });
