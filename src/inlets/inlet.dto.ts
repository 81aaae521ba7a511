import { AtLeastOneMember } from '../kernel/body.js';
import { IsName } from '../kernel/wire.js';

@AtLeastOneMember('inletName')
export class UpdateInletDto {
  @IsName()
  inletName: string;
}
