import { AtLeastOneMember } from '../kernel/body.js';
import { IsName, Optional } from '../kernel/wire.js';

@AtLeastOneMember('inletName')
export class UpdateInletDto {
  @IsName()
  inletName: string;
}

/** An entry of the configuration document. */
export class InletEntryDto {
  @IsName()
  id: string;

  @Optional()
  @IsName()
  inletName?: string;
}
