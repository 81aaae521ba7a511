import { IsString, IsIn, IsInt, Matches, registerDecorator } from 'class-validator';
import { IsText } from '../common/dto-decorators.js';
import { applyDecorators } from '@nestjs/common';
import type { PartIds } from '../kernel/subjects.js';

/** Length of a passphrase; a shorter one could be guessed offline by anybody with the file. */
export const PASSPHRASE = { min: 12, max: 1024 };

export class FullExportDto {
  /**
   * Passphrase of at least 12 characters; it is needed to apply the document with its secrets.
   * @example "an invented passphrase"
   */
  @IsText(PASSPHRASE)
  passphrase: string;

  /** The caller's own password. @example "an invented password" */
  @IsString({ message: '$property must be text.' })
  currentPassword: string;
}

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

/** Requires different entries; the library's own check compares all pairs, which is slow with thousands of outlets. */
const AreDifferent = (): PropertyDecorator => (target, property) =>
  registerDecorator({
    name: 'areDifferent',
    target: target.constructor,
    propertyName: String(property),
    options: { message: '$property must name each part once.' },
    validator: { validate: (ids) => Array.isArray(ids) && new Set(ids).size === ids.length },
  });

const AreIds = () =>
  applyDecorators(
    AreDifferent(),
    Matches(/^[A-Za-z0-9-]{1,64}$/, { each: true, message: '$property must be a list of ids.' }),
  );

/** The ids of a PDU's parts in the order of their places: a replacement has the same places and other ids. */
export class ConfigHardware implements PartIds {
  /** @example "1000036" */
  @Matches(/^\d{1,32}$/, { message: '$property must be a serial number.' })
  enclosureSerial: string;
  /** @example ["I1-1000036"] */
  @AreIds() inlets: string[];
  /** Lines of all inlets, one inlet after another. @example ["L1-1000036"] */
  @AreIds() lines: string[];
  /** @example ["1200578"] */
  @AreIds() banks: string[];
  /** @example ["1-1200578"] */
  @AreIds() outlets: string[];
  /** @example ["R1-1000036"] */
  @AreIds() relayOutputs: string[];
  /** @example ["SA-1000036"] */
  @AreIds() sensors: string[];
}
