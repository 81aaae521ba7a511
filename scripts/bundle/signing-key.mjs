import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The path of the private key: outside of the source tree, so that it is never committed or packed. */
export const privateKeyFile = () =>
  process.env.FIRMWARE_SIGNING_KEY ||
  join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'rackfeed', 'firmware-signing-key.pem');

/** A short name of a public key: the beginning of the SHA-256 of its encoding. */
export const keyIdOf = (publicKey) =>
  createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16);

/** The key that signs, with its public half and id; undefined if there is none yet. */
export function signingKey(file = privateKeyFile()) {
  if (!existsSync(file)) return undefined;
  const privateKey = createPrivateKey(readFileSync(file));
  const publicKey = createPublicKey(privateKey);
  return { privateKey, publicKey, id: keyIdOf(publicKey) };
}
