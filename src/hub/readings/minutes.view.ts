import { ApiProperty } from '@nestjs/swagger';

const COLUMN = { type: 'array', items: { type: 'number', nullable: true } } as const;

/**
 * The minutes of a PDU, in columns of equal length: entry `i` of each belongs to the minute that begins at `t[i]`. A minute
 * that the hub does not have is left out.
 */
export class PduMinutesView {
  /** Begin of the span, seconds since 1970. @example 1793607180 */
  from: number;
  /** End of the span, seconds since 1970. @example 1793607300 */
  to: number;
  /** Begin of each minute, seconds since 1970. @example [1793607180, 1793607240] */
  t: number[];
  /** Mean active power, W; null where it was not measured. @example [965.7, 967.2] */
  @ApiProperty(COLUMN)
  w: (number | null)[];
  /** Mean apparent power, VA; null where it was not measured. @example [1024.8, 1026] */
  @ApiProperty(COLUMN)
  va: (number | null)[];
  /**
   * Highest active power, W; with several inlets the sum of theirs. Null where it was not measured.
   * @example [981.3, 984]
   */
  @ApiProperty(COLUMN)
  peak: (number | null)[];
}
