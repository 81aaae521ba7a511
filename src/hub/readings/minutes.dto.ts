import type { Millis } from '../../common/clock.js';
import { IsTime, Optional } from '../../common/dto-decorators.js';

/** The time span of minutes of a PDU. */
export class MinutesQueryDto {
  /** ISO 8601 or seconds since 1970; a day before `to` by default. */
  @Optional()
  @IsTime()
  from?: Millis;

  /** ISO 8601 or seconds since 1970; not included. Now by default. */
  @Optional()
  @IsTime()
  to?: Millis;
}
