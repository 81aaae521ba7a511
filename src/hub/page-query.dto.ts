import { ApiProperty } from '@nestjs/swagger';
import { IsNumeric, IsText, Optional } from '../common/dto-decorators.js';

/** The items of a page unless the query says how many. */
export const DEFAULT_LIMIT = 100;

/** The query of a page of a list. */
export class PageDto {
  /** At most so many. */
  @Optional()
  @IsNumeric({ min: 1, max: 500, integer: true })
  @ApiProperty({ default: DEFAULT_LIMIT })
  limit?: number;

  /** The `next` of the page before. */
  @Optional()
  @IsText({ max: 100 })
  after?: string;
}

/** The query of a page of what PDUs have done or said, newest first. */
export class PageQueryDto extends PageDto {
  /** Id of a PDU: only what is of it. */
  @Optional()
  @IsText({ max: 64 })
  pdu?: string;
}
