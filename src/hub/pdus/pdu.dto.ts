import { IsName, IsNumeric, IsText, IsWord, Optional } from '../../common/dto-decorators.js';
import { PDU_STATES, type PduState } from './pdu.entity.js';

export class PdusQueryDto {
  /** At most so many; 100 by default. */
  @Optional()
  @IsNumeric({ min: 1, max: 500, integer: true })
  limit?: number;

  /** The `next` of the page before. */
  @Optional()
  @IsText({ max: 64 })
  after?: string;

  /** Only PDUs with this in their name, serial number, model, site or id, in any case. */
  @Optional()
  @IsText({ max: 100 })
  q?: string;

  /** Only PDUs of this site. */
  @Optional()
  @IsText({ max: 32 })
  site?: string;

  @Optional()
  @IsWord(...PDU_STATES)
  state?: PduState;
}

export class UpdatePduDto {
  /** Its name in the hub; that at the PDU stays. @example "Rack 7 left" */
  @IsName()
  name: string;
}
