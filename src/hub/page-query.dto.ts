import { ApiProperty } from '@nestjs/swagger';
import { IsNumeric, IsText, Optional } from '../common/dto-decorators.js';

/** The query of a page of what PDUs have done or said, newest first. */
export class PageQueryDto {
  @Optional()
  @IsNumeric({ min: 1, max: 500, integer: true })
  @ApiProperty({ default: 100 })
  limit?: number;

  /** The `next` of the page before. */
  @Optional()
  @IsText({ max: 100 })
  after?: string;

  /** Id of a PDU: only what is of it. */
  @Optional()
  @IsText({ max: 64 })
  pdu?: string;
}
