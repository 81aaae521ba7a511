import { IsIdList, Optional } from '../common/dto-decorators.js';

/** Whose extremes or counters begin anew; without a list those of everything that the caller may change. */
export class ResetObjectsDto {
  /** Ids of inlets, lines, banks, outlets or sensors. */
  @Optional()
  @IsIdList()
  objects?: string[];
}
