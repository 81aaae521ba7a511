import { ApiProperty } from '@nestjs/swagger';
import { IsOf, IsWord, Optional } from '../common/dto-decorators.js';
import { textThat } from '../common/values.js';
import { isMoment } from '../history/history-range.js';
import { isReportKind } from './report-rows.service.js';
import { STEPS, type Step } from './timeline.js';

const MOMENT = textThat(
  isMoment,
  'a day such as 2026-03-01, a time in ISO 8601 or in seconds since 1970, or how long ago: -90s, -15m, -24h, -30d',
);
const BY = textThat(isReportKind, 'outlet, group, bank or inlet');
const FORMATS = ['json', 'csv', 'html'] as const;
export type ReportFormat = (typeof FORMATS)[number];

/** The rows of a report and its time. */
export class EnergyReportQueryDto {
  /** The rows: `outlet`, `group`, `bank` or `inlet`. */
  @IsOf(BY, { type: 'string' })
  by: string;

  /**
   * A day such as 2026-03-01 begins at midnight of the device; also ISO 8601, seconds since 1970, or how long ago: -90s,
   * -15m, -24h, -30d. The begin of the month by default.
   */
  @Optional()
  @IsOf(MOMENT, { type: 'string' })
  from?: string;

  /** Like `from`; not included. Now by default, and at the latest. */
  @Optional()
  @IsOf(MOMENT, { type: 'string' })
  to?: string;

  /** The length of the periods. */
  @Optional()
  @IsWord(...STEPS)
  @ApiProperty({ default: 'total' })
  step?: Step;

  /** Comes before the header Accept. */
  @Optional()
  @IsWord(...FORMATS)
  format?: ReportFormat;
}
