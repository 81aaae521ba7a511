import { hash, randomBytes } from 'node:crypto';

/** Session and personal access tokens: 43 characters [0-9A-Za-z], 256 bits of randomness. Only the hash is ever kept. */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const LENGTH = 43;
const TOKEN_PATTERN = /^[0-9A-Za-z]{43}$/;

/** Bytes from here on are thrown away: 256 is no multiple of 62, so the first characters would come up more often. */
const FIRST_BIASED_BYTE = 256 - (256 % ALPHABET.length);

/** A new token, each character equally likely. */
export function newToken(random: (size: number) => Uint8Array = randomBytes): string {
  let token = '';
  while (token.length < LENGTH) {
    for (const byte of random(LENGTH)) {
      if (byte < FIRST_BIASED_BYTE && token.length < LENGTH) token += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return token;
}

/** True for what could be a token; nothing else is ever looked up. */
export const isToken = (text: unknown): text is string => typeof text === 'string' && TOKEN_PATTERN.test(text);

/** SHA-256, base64url: what is stored and looked up. A token has full randomness, so a fast hash is enough.
 * One call, without a Hash object: those outlive many garbage collections, and this runs at every request. */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url');
