/**
 * `@node-rs/argon2` for the files of a worker. Hundreds of controllers start with the same few passwords, and a hash of a
 * password takes as long as its cost asks for. What has been computed before is answered at once: the hash of a
 * password, its comparison with the right one, and a key. A wrong password is computed each time, and all are where a file
 * asks for it (test/support/modules/computed-hashes.ts).
 */
import * as argon2 from '@node-rs/argon2';

const hashes = new Map();
const keys = new Map();
/** Pairs of a hash and its right password. */
const right = new Set();

const isOff = () => globalThis[Symbol.for('rackfeed.compute-hashes')] === true;
const pairOf = (hash, password) => JSON.stringify([String(hash), String(password)]);

export async function hash(password, options) {
  if (options?.salt || isOff()) return argon2.hash(password, options);
  const name = JSON.stringify([String(password), options]);
  const made = hashes.get(name) ?? (await argon2.hash(password, options));
  hashes.set(name, made);
  right.add(pairOf(made, password));
  return made;
}

export async function verify(hash, password) {
  const pair = pairOf(hash, password);
  if (right.has(pair) && !isOff()) return true;
  const isRight = await argon2.verify(hash, password);
  if (isRight) right.add(pair);
  return isRight;
}

export async function hashRaw(password, { salt, ...options }) {
  if (!salt || isOff()) return argon2.hashRaw(password, { ...options, ...(salt && { salt }) });
  const name = JSON.stringify([String(password), Buffer.from(salt).toString('base64'), options]);
  const key = keys.get(name) ?? (await argon2.hashRaw(password, { ...options, salt }));
  keys.set(name, key);
  return Buffer.from(key);
}
