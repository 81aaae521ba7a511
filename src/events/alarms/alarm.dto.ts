import { ApiProperty } from '@nestjs/swagger';
import { IsReason } from '../../common/dto-decorators.js';

/** The acknowledgement of an alarm. */
export class AcknowledgeDto {
  /** A note for the others, such as "on my way"; may be empty. */
  @IsReason()
  @ApiProperty({ example: 'On my way' })
  note?: string;
}
