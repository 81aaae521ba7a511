import { createCipheriv, createDecipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto';
import {
  AUTH_ALGORITHMS,
  PRIVACY_KEY_LENGTHS,
  type AuthAlgorithm,
  type PrivacyAlgorithm,
} from '../common/snmp/algorithms.js';
import { decryptDes, encryptDes } from '../common/snmp/des.js';

/** Length of the salt that a message carries. */
export const SALT_LENGTH = 8;
/** A passphrase is repeated to this many octets before it is hashed (RFC 3414, A.2). */
const REPEATED_LENGTH = 1_048_576;

/** The key of a passphrase for one engine. Takes milliseconds: it hashes a mebibyte. */
export function localizedKey(algorithm: AuthAlgorithm, passphrase: string, engineId: Buffer): Buffer {
  const { hash } = AUTH_ALGORITHMS[algorithm];
  const key = createHash(hash).update(Buffer.alloc(REPEATED_LENGTH, passphrase)).digest();
  return createHash(hash).update(key).update(engineId).update(key).digest();
}

/** The key of encryption; one that is too short is continued with its hash (draft-blumenthal-aes-usm-04, 3.1.2.1). */
export function privacyKey(
  { auth, privacy }: { readonly auth: AuthAlgorithm; readonly privacy: PrivacyAlgorithm },
  passphrase: string,
  engineId: Buffer,
): Buffer {
  let key = localizedKey(auth, passphrase, engineId);
  while (key.length < PRIVACY_KEY_LENGTHS[privacy]) {
    key = Buffer.concat([key, createHash(AUTH_ALGORITHMS[auth].hash).update(key).digest()]);
  }
  return key.subarray(0, PRIVACY_KEY_LENGTHS[privacy]);
}

/** The digest of a message in which its own octets are zero. */
export const digestOf = (algorithm: AuthAlgorithm, key: Buffer, message: Buffer): Buffer => {
  const { hash, digestLength } = AUTH_ALGORITHMS[algorithm];
  return createHmac(hash, key).update(message).digest().subarray(0, digestLength);
};

/** True if the digest at `at` of the message is the right one; takes the same time for every wrong one. */
export function hasRightDigest(algorithm: AuthAlgorithm, key: Buffer, message: Buffer, at: number): boolean {
  const { hash, digestLength } = AUTH_ALGORITHMS[algorithm];
  const end = at + digestLength;
  const right = createHmac(hash, key)
    .update(message.subarray(0, at))
    .update(ZEROS.subarray(0, digestLength))
    .update(message.subarray(end))
    .digest()
    .subarray(0, digestLength);
  return timingSafeEqual(right, message.subarray(at, end));
}

const ZEROS = Buffer.alloc(AUTH_ALGORITHMS.SHA512.digestLength);

/** The values besides the key that an encryption depends on. */
export interface CipherInput {
  readonly boots: number;
  readonly time: number;
  readonly salt: Buffer;
}

/** Encrypts octets; DES fills the last block with zeros, which a reader skips. */
export function encrypt(algorithm: PrivacyAlgorithm, key: Buffer, octets: Buffer, input: CipherInput): Buffer {
  if (algorithm === 'DES') return encryptDes(key, octets, input.salt);
  return createCipheriv(AES[algorithm], key, aesVector(input)).update(octets);
}

/** Decrypts octets; undefined if they cannot have been encrypted with this algorithm. */
export function decrypt(
  algorithm: PrivacyAlgorithm,
  key: Buffer,
  octets: Buffer,
  input: CipherInput,
): Buffer | undefined {
  if (input.salt.length !== SALT_LENGTH) return undefined;
  if (algorithm === 'DES') return octets.length % SALT_LENGTH === 0 ? decryptDes(key, octets, input.salt) : undefined;
  return createDecipheriv(AES[algorithm], key, aesVector(input)).update(octets);
}

const AES = { AES: 'aes-128-cfb', AES192: 'aes-192-cfb', AES256: 'aes-256-cfb' } as const;

function aesVector({ boots, time, salt }: CipherInput): Buffer {
  const vector = Buffer.allocUnsafe(16);
  vector.writeUInt32BE(boots >>> 0, 0);
  vector.writeUInt32BE(time >>> 0, 4);
  vector.set(salt, 8);
  return vector;
}
