import { PickType } from '@nestjs/swagger';
import type { Millis } from '../common/clock.js';
import { IsTime } from '../common/dto-decorators.js';
import { CreateEventDto } from '../events/event.dto.js';

/** The condition of an event, and the time for which it is tried on the history. */
export class BacktestDto extends PickType(CreateEventDto, ['code', 'params'] as const) {
  /** ISO 8601 or seconds since 1970. @example "2026-11-01T00:00:00.000Z" */
  @IsTime()
  from: Millis;

  /** ISO 8601 or seconds since 1970; at most 31 days after `from`. @example "2026-11-02T00:00:00.000Z" */
  @IsTime()
  to: Millis;
}
