import { PickType } from '@nestjs/swagger';
import { AtLeastOneMember } from '../common/body.js';
import { IsOf, IsOwnId, IsName, Optional } from '../common/dto-decorators.js';
import { FORMATS } from '../common/formats.js';
import { NAME, orEmpty } from '../common/values.js';

/** The name of the source that feeds an inlet; empty for none. */
export const SOURCE_NAME = orEmpty(NAME);
/** The address of its page; empty for none. */
export const SOURCE_URI = orEmpty(FORMATS.webAddress);

@AtLeastOneMember('inletName', 'sourceName', 'sourceUri')
export class UpdateInletDto {
  /** Only the inlet of the path. */
  @IsOwnId()
  id?: string;

  /** @example "Feed A" */
  @Optional()
  @IsName()
  inletName?: string;

  /** The source that feeds the inlet, such as a UPS, a panel and its breaker; empty for none. @example "UPS A" */
  @Optional()
  @IsOf(SOURCE_NAME, { type: 'string', maxLength: 100 })
  sourceName?: string;

  /** Address of the page of the source, http or https, without user name and password; empty for none. @example "https://ups-a.example/" */
  @Optional()
  @IsOf(SOURCE_URI, { type: 'string', maxLength: 1000 })
  sourceUri?: string;
}

/** An entry of the configuration document. */
export class InletEntryDto extends PickType(UpdateInletDto, ['inletName', 'sourceName', 'sourceUri'] as const) {
  @IsName()
  id: string;
}
