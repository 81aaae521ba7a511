import { IsString } from 'class-validator';
import { IsText } from '../common/dto-decorators.js';

/** Length of a passphrase; a shorter one could be guessed offline by anybody with the file. */
export const PASSPHRASE = { min: 12, max: 1024 };

export class FullExportDto {
  /** Passphrase of at least 12 characters; it is needed to apply the document with its secrets. */
  @IsText(PASSPHRASE)
  passphrase: string;

  /** The caller's own password. */
  @IsString({ message: '$property must be text.' })
  currentPassword: string;
}
