import { IsString } from 'class-validator';
import { IsText } from '../common/dto-decorators.js';

/** Shorter ones are guessed at leisure by whoever gets hold of the file. */
export const PASSPHRASE = { min: 12, max: 1024 };

export class FullExportDto {
  /** 12 characters or more; whoever applies the document needs it to have the secrets too. */
  @IsText(PASSPHRASE)
  passphrase: string;

  /** The caller's own password. */
  @IsString({ message: '$property must be text.' })
  currentPassword: string;
}
