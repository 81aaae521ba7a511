import { ApiProperty } from '@nestjs/swagger';
import { IsText, Optional } from '../common/dto-decorators.js';

/** The query of a stream of server-sent events. */
export class EventStreamQueryDto {
  /** The parts that are sent, separated by commas: device, inlets, banks, outlets, sensors, relayOutputs; without them all. */
  @Optional()
  @IsText({ max: 100 })
  @ApiProperty({ example: 'outlets,inlets' })
  parts?: string;
}
