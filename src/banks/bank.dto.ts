import { AtLeastOneMember } from '../kernel/body.js';
import { IsName } from '../kernel/wire.js';

@AtLeastOneMember('bankName')
export class UpdateBankDto {
  @IsName()
  bankName: string;
}
