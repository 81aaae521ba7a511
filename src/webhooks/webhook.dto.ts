import { OmitType } from '@nestjs/swagger';
import { AtLeastOneMember } from '../common/body.js';
import { IsFlag, IsName, IsNumeric, IsOf, IsOwnId, IsText, Optional } from '../common/dto-decorators.js';
import { printable } from '../common/text.js';
import { listOf, oneOf, type ValueKind } from '../common/values.js';
import { TYPE_PATTERNS } from './webhook-types.js';

const MAX_URL = 2048;
const TYPE = oneOf(...TYPE_PATTERNS);
const SAYS = 'a list of different types of GET /api/webhook-types, at least one';
const TYPES = listOf(SAYS, TYPE, { min: 1, max: TYPE_PATTERNS.length, different: true });
/** Names the first type that there is not, as 33 of them would be too many for a sentence. */
const TYPE_LIST: ValueKind<string[]> = (given) => {
  const read = TYPES(given);
  if ('value' in read || !Array.isArray(given)) return read;
  const unknown = given.find((each) => typeof each === 'string' && 'wrong' in TYPE(each)) as string | undefined;
  return unknown === undefined ? read : { wrong: `${SAYS}; "${printable(unknown, 60)}" is none of them` };
};
const IsTypes = () =>
  IsOf(TYPE_LIST, {
    type: 'string',
    enum: [...TYPE_PATTERNS],
    isArray: true,
    minItems: 1,
    example: ['outlet.*', 'breaker.opened'],
  });

/** A new webhook. */
export class CreateWebhookDto {
  /** Only the webhook of the path. */
  @IsOwnId()
  id?: string;

  /** @example "Ticket system" */
  @IsName()
  name: string;

  /** An http or https URL without a user name and password. @example "https://tickets.example/hooks/rack" */
  @IsText({ max: MAX_URL })
  url: string;

  /** Types of `GET /api/webhook-types`; "outlet.*" stands for all that begin so, "*" for all. */
  @IsTypes()
  types: string[];

  /** False: it sends nothing. Unless sent, a new webhook is enabled. */
  @Optional()
  @IsFlag()
  enabled?: boolean;
}

/** The members to change. */
@AtLeastOneMember('name', 'url', 'types', 'enabled')
export class UpdateWebhookDto {
  /** Only the webhook of the path. */
  @IsOwnId()
  id?: string;

  @Optional()
  @IsName()
  name?: string;

  /** An http or https URL. With dashes in it, as it is answered, it stays as it is. */
  @Optional()
  @IsText({ max: MAX_URL })
  url?: string;

  /** Replaces the whole list. */
  @Optional()
  @IsTypes()
  types?: string[];

  /** False: it sends nothing, and messages that wait are dropped. @example false */
  @Optional()
  @IsFlag()
  enabled?: boolean;
}

export class DeliveriesQueryDto {
  /** The newest so many. */
  @Optional()
  @IsNumeric({ min: 1, max: 100, integer: true })
  limit?: number;
}

/** An entry of the configuration document. */
export class WebhookEntryDto extends OmitType(CreateWebhookDto, ['id'] as const) {
  @IsNumeric({ min: 1, max: 999_999_999, integer: true })
  id: number;

  /** Id of the user it belongs to; without one a new webhook belongs to whoever applies the document. */
  @Optional()
  @IsNumeric({ min: 1, max: 999_999_999, integer: true })
  owner?: number;
}
