/**
 * npm run firmware:key: makes the Ed25519 key pair that signs firmware. The private key goes outside of the source tree
 * (FIRMWARE_SIGNING_KEY, or ~/.config/rackfeed/), readable by its owner alone; the public one into keys/, which every
 * release built from here contains. An existing key is not replaced.
 *
 *   --public <folder>   instead of keys/
 */
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { privateKeyFile, signingKey } from './bundle/signing-key.mjs';

const { values } = parseArgs({
  options: { public: { type: 'string', default: resolve(import.meta.dirname, '../keys') } },
});

const file = privateKeyFile();
if (signingKey(file)) {
  console.log(`Private key: ${file} (was there already)`);
} else {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  console.log(`Private key: ${file} (keep it, and keep it secret)`);
}
const { publicKey, id } = signingKey(file);
const publicFile = join(values.public, `${id}.pub`);
mkdirSync(values.public, { recursive: true });
writeFileSync(publicFile, publicKey.export({ type: 'spki', format: 'pem' }));
console.log(`Public key:  ${publicFile}`);
