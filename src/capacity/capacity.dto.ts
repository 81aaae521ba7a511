import { ApiProperty } from '@nestjs/swagger';
import { IsOutletIdOrIndex, IsListOf, IsNumeric, IsText, IsWord, Optional } from '../common/dto-decorators.js';
import type { OnOff, PowerFactor, Watts } from '../common/units.js';
import { TYPICAL_POWER_FACTOR } from './what-if.js';

/** More than any receptacle delivers. */
const MAX_WATTS = 1_000_000;
const MAX_CHANGES = 1000;

/** The change of one outlet. */
export class OutletChangeDto {
  /** Outlet id or index. @example "5-1200578" */
  @IsOutletIdOrIndex()
  outlet: string;

  /** Load afterwards, W. An outlet that is off counts as switched on. */
  @Optional()
  @IsNumeric({ min: 0, max: MAX_WATTS })
  watts?: Watts;

  /** More load than now, W; negative: less. An outlet that is off counts as switched on. @example 250 */
  @Optional()
  @IsNumeric({ min: -MAX_WATTS, max: MAX_WATTS })
  addWatts?: Watts;

  /** Power factor of `watts` or `addWatts`; by default that of the load now, else 0.95. */
  @Optional()
  @IsNumeric({ min: 0.05, max: 1 })
  powerFactor?: PowerFactor;

  /** OFF: without load; ON: with the load that is usual for it. */
  @Optional()
  @IsWord('ON', 'OFF')
  state?: OnOff;
}

/** A change that is only calculated. Without members the answer is the tree of now. */
export class WhatIfDto {
  /** Each outlet at most once. */
  @Optional()
  @IsListOf(() => OutletChangeDto, MAX_CHANGES)
  changes?: OutletChangeDto[];

  /** Id of an inlet that loses its mains. */
  @Optional()
  @IsText({ max: 100 })
  inletLost?: string;
}

/** The load that needs an outlet. */
export class PlacementQueryDto {
  /** W. @example 250 */
  @IsNumeric({ min: 1, max: MAX_WATTS })
  watts: Watts;

  @Optional()
  @IsNumeric({ min: 0.05, max: 1 })
  @ApiProperty({ default: TYPICAL_POWER_FACTOR })
  powerFactor?: PowerFactor;

  /** Connector, or a word of its name: `C13`, `5-20R`. */
  @Optional()
  @IsText({ max: 100 })
  receptacle?: string;
}
