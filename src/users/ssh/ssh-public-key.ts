import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { checkBlob, SshKeyError } from './ssh-wire.js';

type Ssh2 = typeof import('ssh2');

/** The library, loaded for the first added key: most controllers never need it. */
let ssh2: Ssh2 | undefined;

const LIBRARY_KEY_TYPES = /^(ssh-rsa|ssh-ed25519|ecdsa-sha2-nistp(256|384|521))$/;

/** True for the key types that the ssh2 library can use. */
export const isLibraryKeyType = (type: string): boolean => LIBRARY_KEY_TYPES.test(type);

/** True when the ssh2 library can make a public key of `type data`. */
export function canLibraryParse(line: string): boolean {
  ssh2 ??= createRequire(import.meta.url)('ssh2') as Ssh2;
  const parsed = ssh2.utils.parseKey(line);
  return !(parsed instanceof Error) && ![parsed].flat().some((key) => key.isPrivateKey());
}

const MAX_BYTES = 16 * 1024;

/** `type base64 comment`, as in a .pub file. */
const LINE = /^([\w@.-]+)[ \t]+([A-Za-z0-9+/]+={0,2})(?:[ \t]+(.*))?$/;

export interface SshPublicKey {
  readonly type: string;
  /** The key's wire form in base64. */
  readonly key: string;
  /** Comment of the key; empty without one. */
  readonly comment: string;
  /** MD5 of the wire form: lower-case hexadecimal pairs with colons, as `ssh-keygen -l -E md5` prints it. */
  readonly fingerprint: string;
}

/**
 * Reads the line of a public key. The ssh2 library must be able to use it, and its data must be exactly one valid key
 * of the type before it, which the library does not check fully. It does not know security keys (sk-). Throws {@link
 * SshKeyError}.
 */
export function readSshPublicKey(text: string): SshPublicKey {
  if (Buffer.byteLength(text) > MAX_BYTES) throw new SshKeyError('it is longer than 16 KiB');
  const line = text.trim();
  if (/PRIVATE KEY|PuTTY-User-Key/i.test(line)) {
    throw new SshKeyError('it is a private key; make a new pair and send its public half');
  }
  if (/[\r\n]/.test(line)) throw new SshKeyError('it has more than one line');
  const [, type = '', key = '', comment = ''] = LINE.exec(line) ?? [];
  if (type === '') throw new SshKeyError('it does not have the form "type data comment"');
  const blob = Buffer.from(key, 'base64');
  if (blob.toString('base64') !== key) throw new SshKeyError('its data is not base64');
  checkBlob(type, blob);
  if (isLibraryKeyType(type) && !canLibraryParse(`${type} ${key}`)) throw new SshKeyError('its data is not a key');
  return { type, key, comment: comment.trim(), fingerprint: fingerprintOf(blob) };
}

const fingerprintOf = (blob: Buffer): string =>
  (createHash('md5').update(blob).digest('hex').match(/../g) ?? []).join(':');
