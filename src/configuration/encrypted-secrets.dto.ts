import { IsIn, IsInt, Matches } from 'class-validator';

export const CIPHER = 'aes-256-gcm';
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** The secrets of a document by path, encrypted with a key derived from a passphrase. */
export class EncryptedSecrets {
  @IsIn(['argon2id'])
  kdf: 'argon2id';
  /** Memory of the key derivation, KiB. */
  @IsInt()
  memory: number;
  @IsInt()
  passes: number;
  @IsInt()
  lanes: number;
  /** Base64. */
  @Matches(BASE64)
  salt: string;
  @IsIn([CIPHER])
  cipher: typeof CIPHER;
  /** Base64. */
  @Matches(BASE64)
  nonce: string;
  /** Ciphertext and authentication tag in base64. */
  @Matches(BASE64)
  data: string;
}
