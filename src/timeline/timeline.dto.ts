import { ApiProperty } from '@nestjs/swagger';
import { MAX_TEXT } from '../audit/audit-bounds.js';
import type { Millis } from '../common/clock.js';
import { IsNumeric, IsText, IsTime, Optional } from '../common/dto-decorators.js';

/** The query of a page of the timeline. */
export class TimelineQueryDto {
  /** For example outlet:1-1200578, outlet:1 (its index), bank:1200578 or user:2; without one, or with "device", everything. */
  @Optional()
  @IsText({ max: MAX_TEXT })
  object?: string;

  /** ISO 8601 or seconds since 1970. */
  @Optional()
  @IsTime()
  from?: Millis;

  /** ISO 8601 or seconds since 1970. */
  @Optional()
  @IsTime()
  to?: Millis;

  /** Kinds, separated by commas; "outlet." stands for all that begin so. */
  @Optional()
  @IsText({ max: 1000 })
  @ApiProperty({ example: 'outlet.switch,bank.' })
  kinds?: string;

  /** The nextCursor of the page before. */
  @Optional()
  @IsNumeric({ min: 0, max: Number.MAX_SAFE_INTEGER, integer: true })
  cursor?: number;

  @Optional()
  @IsNumeric({ min: 1, max: 500, integer: true })
  @ApiProperty({ default: 100 })
  limit?: number;
}
