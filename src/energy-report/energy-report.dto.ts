import { ApiProperty } from '@nestjs/swagger';
import { IsOf, IsWord, Optional } from '../common/dto-decorators.js';
import { kindOf, oneOf, textThat } from '../common/values.js';
import { isMoment } from '../history/history-range.js';
import { LABEL_KEY } from '../outlets/outlet-details.js';
import { PAGE_LANGUAGES, type PageLanguage } from './report-formats.js';
import { STEPS, type Step } from './timeline.js';

const KINDS = ['outlet', 'group', 'bank', 'inlet'] as const;
/** The rows of a report: outlets, groups, banks, inlets, or one for each value of a label, as `label:tenant`. */
export type ReportKind = (typeof KINDS)[number] | `label:${string}`;

/** Before the key of the label. */
export const LABEL = 'label:';

const MOMENT = textThat(
  isMoment,
  'a day such as 2026-03-01, a time in ISO 8601 or in seconds since 1970, or how long ago: -90s, -15m, -24h, -30d',
);
const WORD = oneOf(...KINDS);
const isLabel = (text: unknown): text is `label:${string}` =>
  typeof text === 'string' && text.startsWith(LABEL) && LABEL_KEY.test(text.slice(LABEL.length));
const BY = kindOf('outlet, group, bank, inlet, or a label such as label:tenant', (given): ReportKind | undefined => {
  const word = WORD(given);
  return 'value' in word ? word.value : isLabel(given) ? given : undefined;
});
const FORMATS = ['json', 'csv', 'html'] as const;
export type ReportFormat = (typeof FORMATS)[number];

/** The rows of a report and its time. */
export class EnergyReportQueryDto {
  /** The rows: `outlet`, `group`, `bank`, `inlet`, or the values of a label, as `label:tenant`. @example "outlet" */
  @IsOf(BY, { type: 'string' })
  by: ReportKind;

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

  /** The language of the page to print; comes before the header Accept-Language. */
  @Optional()
  @IsWord(...PAGE_LANGUAGES)
  language?: PageLanguage;
}
