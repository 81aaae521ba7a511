import { OmitType } from '@nestjs/swagger';
import { AtLeastOneMember } from '../common/body.js';
import { IsFlag, IsName, IsNumeric, IsOwnId, IsParams, Optional } from '../common/dto-decorators.js';

const IsCode = () => IsNumeric({ min: 0, max: 9999, integer: true });

/** A new action, or the whole of one that is there. */
export class CreateActionDto {
  /** Only the action of the path. */
  @IsOwnId()
  id?: string;

  /** @example "Turn db-master off" */
  @IsName()
  name: string;

  /** False: events do not run it. Unless sent, a new action is enabled and another stays as it is. */
  @Optional()
  @IsFlag()
  enabled?: boolean;

  /** A code of `GET /api/action-codes`. @example 11 */
  @IsCode()
  code: number;

  /**
   * The parameters of the code, in its order. A masked secret changes nothing while the other parameters stay.
   * @example ["1-1200578", "OFF"]
   */
  @Optional()
  @IsParams()
  params?: string[];
}

/** The members to change. */
@AtLeastOneMember('name', 'enabled', 'code', 'params')
export class UpdateActionDto {
  /** Only the action of the path. */
  @IsOwnId()
  id?: string;

  /** @example "Turn db-master off at night" */
  @Optional()
  @IsName()
  name?: string;

  /** False: events do not run it. */
  @Optional()
  @IsFlag()
  enabled?: boolean;

  /** A code of `GET /api/action-codes`. */
  @Optional()
  @IsCode()
  code?: number;

  /**
   * The parameters of the code, in its order; replaces the whole list. A masked secret changes nothing while the
   * other parameters stay: it was given for them, and must be sent again for others.
   */
  @Optional()
  @IsParams()
  params?: string[];
}

export class ActionTestQueryDto {
  /** True: say what it would do, do nothing. */
  @Optional()
  @IsFlag()
  dryRun?: boolean;
}

/** An entry of the configuration document. */
export class ActionEntryDto extends OmitType(CreateActionDto, ['id'] as const) {
  @IsNumeric({ min: 1, max: 999_999_999, integer: true })
  id: number;
}
