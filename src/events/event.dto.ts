import { ApiProperty, OmitType } from '@nestjs/swagger';
import { AtLeastOneMember } from '../common/body.js';
import { LIMITS } from '../common/limits.js';
import {
  IsFlag,
  IsIdList,
  IsName,
  IsNameList,
  IsNumeric,
  IsOwnId,
  IsParams,
  IsWholeNumbers,
  Optional,
} from '../common/dto-decorators.js';

const IsCode = () => IsNumeric({ min: 0, max: 9999, integer: true });

/** A new event, or the whole of one that is there. */
export class CreateEventDto {
  /** Only the event of the path. */
  @IsOwnId()
  id?: string;

  /** @example "Left side above 80 %" */
  @IsName()
  name: string;

  /** False: it does not trigger. Unless sent, a new event is enabled and another stays as it is. */
  @Optional()
  @IsFlag()
  enabled?: boolean;

  /** A code of `GET /api/event-codes`. @example 31 */
  @IsCode()
  code: number;

  /** The parameters of the code, in its order. @example ["1200578", "16", "10"] */
  @Optional()
  @IsParams()
  params?: string[];

  /** Ids of the actions to run, in this order; may be empty. @example [1] */
  @IsWholeNumbers({ max: LIMITS.actionsOfEvent })
  actions: number[];
}

/** The members to change. */
@AtLeastOneMember('name', 'enabled', 'code', 'params', 'actions')
export class UpdateEventDto {
  /** Only the event of the path. */
  @IsOwnId()
  id?: string;

  @Optional()
  @IsName()
  name?: string;

  /** False: it does not trigger. */
  @Optional()
  @IsFlag()
  enabled?: boolean;

  /** A code of `GET /api/event-codes`. */
  @Optional()
  @IsCode()
  code?: number;

  /** The parameters of the code, in its order; replaces the whole list. @example ["1200578", "15", "10"] */
  @Optional()
  @IsParams()
  params?: string[];

  /** Ids of the actions to run, in this order; takes the place of the whole list. */
  @Optional()
  @IsWholeNumbers({ max: LIMITS.actionsOfEvent })
  actions?: number[];
}

/** An entry of the configuration document. */
export class EventEntryDto extends OmitType(CreateEventDto, ['id'] as const) {
  @IsNumeric({ min: 1, max: 999_999_999, integer: true })
  id: number;
}

/** A page of the history of an event. */
export class EventHistoryQueryDto {
  @Optional()
  @IsNumeric({ min: 1, max: 200, integer: true })
  @ApiProperty({ default: 50 })
  limit?: number;

  /** Only occurrences older than this id. */
  @Optional()
  @IsNumeric({ min: 1, max: Number.MAX_SAFE_INTEGER, integer: true })
  before?: number;
}

/** The suggested events to create. */
export class CreateSuggestedDto {
  /** Ids of `GET /api/events/suggestions`. @example ["31_1200578_16_10"] */
  @IsIdList()
  ids: string[];

  /** Names for them in the same order, such as translated ones; without it they have those of the suggestions. */
  @Optional()
  @IsNameList()
  names?: string[];
}
