import { hash, randomBytes } from 'node:crypto';

/** Session and personal access tokens: 43 characters [0-9A-Za-z], 256 random bits. Only the hash is ever stored. */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const LENGTH = 43;
/** The form of a token, for a pattern that finds one in a longer text. */
export const TOKEN_FORM = '[0-9A-Za-z]{43}';
const TOKEN_PATTERN = new RegExp(`^${TOKEN_FORM}$`);

/** Bytes from here on are skipped: 256 is not a multiple of 62, so the first characters would be more frequent. */
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

/** True for text in the form of a token; no other text is ever looked up. */
export const isToken = (text: unknown): text is string => typeof text === 'string' && TOKEN_PATTERN.test(text);

/**
 * The SHA-256 of a token in base64url, which is stored and looked up. A token is fully random, so a fast hash is
 * enough. One call without a Hash object: those survive many garbage collections, and this runs at every request.
 */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url');
