import { AtLeastOneMember } from '../common/body.js';
import { IsOwnId, IsName, Optional } from '../common/dto-decorators.js';

@AtLeastOneMember('bankName')
export class UpdateBankDto {
  /** Only the bank of the path. */
  @IsOwnId()
  id?: string;

  /** @example "Left side" */
  @IsName()
  bankName: string;
}

/** An entry of the configuration document. */
export class BankEntryDto {
  @IsName()
  id: string;

  @Optional()
  @IsName()
  bankName?: string;
}
