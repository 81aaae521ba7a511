import { IsName, IsText, IsWord, Optional } from '../../common/dto-decorators.js';
import { PageDto } from '../page-query.dto.js';
import { MEMBERSHIP_STATES, type MembershipState } from './pdu.entity.js';

export class PdusQueryDto extends PageDto {
  /** Only PDUs with this in their name, serial number, model, site or id, in any case. */
  @Optional()
  @IsText({ max: 100 })
  q?: string;

  /** Only PDUs of this site. */
  @Optional()
  @IsText({ max: 32 })
  site?: string;

  @Optional()
  @IsWord(...MEMBERSHIP_STATES)
  state?: MembershipState;
}

export class UpdatePduDto {
  /** Its name in the hub; that at the PDU stays. @example "Rack 7 left" */
  @IsName()
  name: string;
}
