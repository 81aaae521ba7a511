import { IsIdList, IsNumeric, IsOf, IsText, IsWord, Optional } from '../common/dto-decorators.js';
import { textThat } from '../common/values.js';
import { ApiProperty } from '@nestjs/swagger';
import { isMoment, LONGEST_STEP, MAX_STEPS } from './history-range.js';
import type { HistoryKind } from './history.view.js';
import { MEASURE_NAMES, type MeasureName } from '../readings-format/measures.js';

const MOMENT = textThat(
  isMoment,
  'a time in ISO 8601 or in seconds since 1970, or how long ago: -90s, -15m, -24h, -30d',
);
const IsMoment = () => IsOf(MOMENT, { type: 'string' });

/** The history of one measure of an object, from when to when and in which steps. */
export class HistoryQueryDto {
  /** Id of an inlet, line, bank, outlet or sensor. @example "1-1200578" */
  @IsText({ max: 100 })
  object: string;

  /** @example "current" */
  @IsWord(...MEASURE_NAMES)
  measure: MeasureName;

  /** ISO 8601, seconds since 1970, or how long ago: -90s, -15m, -24h, -30d. A day before `to` by default. */
  @Optional()
  @IsMoment()
  from?: string;

  /** ISO 8601, seconds since 1970, or how long ago: -90s, -15m, -24h, -30d. Now by default; not included. */
  @Optional()
  @IsMoment()
  to?: string;

  /** Seconds; by default what suits `points`. */
  @Optional()
  @IsNumeric({ min: 1, max: LONGEST_STEP, integer: true })
  step?: number;

  /** Largest number of steps, if `step` is not given. */
  @Optional()
  @IsNumeric({ min: 1, max: MAX_STEPS, integer: true })
  @ApiProperty({ default: 600 })
  points?: number;

  /** Comes before the header Accept. */
  @Optional()
  @IsWord('json', 'csv')
  format?: 'json' | 'csv';
}

/** The last minutes of one measure of all objects of a kind. */
export class RecentHistoryQueryDto {
  /** @example "outlet" */
  @IsWord('inlet', 'line', 'bank', 'outlet', 'sensor')
  kind: HistoryKind;

  /** @example "activePower" */
  @IsWord(...MEASURE_NAMES)
  measure: MeasureName;

  /** Length of the time span that ends now, s. */
  @Optional()
  @IsNumeric({ min: 60, max: 3600, integer: true })
  @ApiProperty({ default: 600 })
  span?: number;

  /** Length of a step, s. */
  @Optional()
  @IsNumeric({ min: 5, max: 600, integer: true })
  @ApiProperty({ default: 20 })
  step?: number;
}

/** The objects whose extremes or counters are reset; without a list all that the caller may change. */
export class ResetObjectsDto {
  /** Ids of inlets, lines, banks, outlets or sensors. @example ["1-1200578"] */
  @Optional()
  @IsIdList()
  objects?: string[];
}
