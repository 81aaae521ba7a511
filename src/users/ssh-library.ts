import { createRequire } from 'node:module';

type Ssh2 = typeof import('ssh2');

/** Loaded at the first key that somebody adds: most controllers never need it. */
let ssh2: Ssh2 | undefined;

const KNOWN = /^(ssh-rsa|ssh-ed25519|ecdsa-sha2-nistp(256|384|521))$/;

/** True for the key types that the ssh2 library can use. */
export const libraryKnows = (type: string): boolean => KNOWN.test(type);

/** True when the ssh2 library can make a public key of `type data`. */
export function libraryParses(line: string): boolean {
  ssh2 ??= createRequire(import.meta.url)('ssh2') as Ssh2;
  const parsed = ssh2.utils.parseKey(line);
  return !(parsed instanceof Error) && ![parsed].flat().some((key) => key.isPrivateKey());
}
