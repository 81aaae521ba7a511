import { IsIdList, Optional } from '../common/dto-decorators.js';

/** The objects whose extremes or counters are reset; without a list all that the caller may change. */
export class ResetObjectsDto {
  /** Ids of inlets, lines, banks, outlets or sensors. */
  @Optional()
  @IsIdList()
  objects?: string[];
}
