import { createCipheriv, createDecipheriv } from 'node:crypto';

/** OpenSSL 3 has no single DES by default, but triple DES with one key three times is the same. */
const CIPHER = 'des-ede3-cbc';
export const DES_BLOCK = 8;

/** Encrypts with the DES of SNMPv3 (RFC 3414, section 8). @param localized the user's key for the engine */
export function encryptDes(localized: Buffer, octets: Buffer, salt: Buffer): Buffer {
  const padded = Buffer.alloc(Math.ceil(octets.length / DES_BLOCK) * DES_BLOCK);
  octets.copy(padded);
  const { key, preIv } = partsOf(localized);
  const cipher = createCipheriv(CIPHER, key, xor(preIv, salt)).setAutoPadding(false);
  return Buffer.concat([cipher.update(padded), cipher.final()]);
}

/** @param octets a multiple of {@link DES_BLOCK} */
export function decryptDes(localized: Buffer, octets: Buffer, salt: Buffer): Buffer {
  const { key, preIv } = partsOf(localized);
  const decipher = createDecipheriv(CIPHER, key, xor(preIv, salt)).setAutoPadding(false);
  return Buffer.concat([decipher.update(octets), decipher.final()]);
}

function partsOf(localized: Buffer) {
  const key = localized.subarray(0, DES_BLOCK);
  return { key: Buffer.concat([key, key, key]), preIv: localized.subarray(DES_BLOCK, 2 * DES_BLOCK) };
}

const xor = (one: Buffer, other: Buffer): Buffer => Buffer.from(one.map((byte, place) => byte ^ (other[place] ?? 0)));
