/** The algorithms of authentication in SNMPv3: their hash, and the octets of a digest (RFC 3414, RFC 7860). */
export const AUTH_ALGORITHMS = {
  SHA: { hash: 'sha1', digestLength: 12 },
  MD5: { hash: 'md5', digestLength: 12 },
  SHA224: { hash: 'sha224', digestLength: 16 },
  SHA256: { hash: 'sha256', digestLength: 24 },
  SHA384: { hash: 'sha384', digestLength: 32 },
  SHA512: { hash: 'sha512', digestLength: 48 },
} as const;
export type AuthAlgorithm = keyof typeof AUTH_ALGORITHMS;
export const AUTH_WORDS = Object.keys(AUTH_ALGORITHMS) as readonly AuthAlgorithm[];

/** The algorithms of encryption, with the octets of their keys; of the 16 for DES, the last 8 make its initial vector. */
export const PRIVACY_KEY_LENGTHS = { AES: 16, DES: 16, AES192: 24, AES256: 32 } as const;
export type PrivacyAlgorithm = keyof typeof PRIVACY_KEY_LENGTHS;
export const PRIVACY_WORDS = Object.keys(PRIVACY_KEY_LENGTHS) as readonly PrivacyAlgorithm[];
