import { AtLeastOneMember } from '../common/body.js';
import { IsOwnId, IsName, Optional } from '../common/dto-decorators.js';

@AtLeastOneMember('inletName')
export class UpdateInletDto {
  /** Only the inlet of the path. */
  @IsOwnId()
  id?: string;

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
