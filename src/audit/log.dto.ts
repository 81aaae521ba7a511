import { ApiProperty } from '@nestjs/swagger';
import type { Millis } from '../common/clock.js';
import { IsNumeric, IsText, IsTime, IsWord, Optional } from '../common/dto-decorators.js';
import { MAX_TEXT } from './audit-bounds.js';

const IsEntryId = () => IsNumeric({ min: 0, max: Number.MAX_SAFE_INTEGER, integer: true });

/** The query of a page of the audit log. */
export class LogQueryDto {
  @Optional()
  @IsNumeric({ min: 1, max: 500, integer: true })
  @ApiProperty({ default: 100 })
  limit?: number;

  /** Only entries older than this id. */
  @Optional()
  @IsEntryId()
  before?: number;

  /** Only entries newer than this id. */
  @Optional()
  @IsEntryId()
  after?: number;

  /** A kind, or a prefix such as "outlet." for all of them. */
  @Optional()
  @IsText({ max: MAX_TEXT })
  kind?: string;

  /** For example outlet:1-1200578, outlet:1 (its index), bank:1200578 or user:2. */
  @Optional()
  @IsText({ max: MAX_TEXT })
  object?: string;

  /** A user name, or the name of another cause. */
  @Optional()
  @IsText({ max: MAX_TEXT })
  who?: string;

  /** ok, or the code of an error. */
  @Optional()
  @IsText({ max: MAX_TEXT })
  result?: string;

  /** ISO 8601 or seconds since 1970. */
  @Optional()
  @IsTime()
  from?: Millis;

  /** ISO 8601 or seconds since 1970. */
  @Optional()
  @IsTime()
  to?: Millis;

  /** Comes before the header Accept. */
  @Optional()
  @IsWord('json', 'csv')
  format?: 'json' | 'csv';
}
