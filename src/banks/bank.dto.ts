import { AtLeastOneMember } from '../kernel/body.js';
import { IsName, Optional } from '../kernel/wire.js';

@AtLeastOneMember('bankName')
export class UpdateBankDto {
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
