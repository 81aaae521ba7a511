import { IsFlag, IsName, IsNumeric, IsOf, Optional } from '../../common/dto-decorators.js';
import { textThat } from '../../common/values.js';
import { isSite } from '../../common/site-name.js';
import { PageDto } from '../page-query.dto.js';

const SITE = textThat(isSite, 'the name of a site: up to 32 of a to z, 0 to 9 and -, which does not begin with -');
const HOURS_OF_A_YEAR = 8760;

export class CreateEnrolmentDto {
  /** A note for people; by default the name of the site. @example "Row 7" */
  @Optional()
  @IsName()
  name?: string;

  /** The site of the PDUs that enrol with it. @example "berlin" */
  @IsOf(SITE, { type: 'string', maxLength: 32, pattern: '^[a-z0-9][a-z0-9-]*$' })
  site: string;

  /** The number of PDUs that may enrol with it; 1 by default. @example 10 */
  @Optional()
  @IsNumeric({ min: 1, max: 2000, integer: true })
  uses?: number;

  /** The hours for which it is valid; 24 by default. @example 24 */
  @Optional()
  @IsNumeric({ min: 1, max: HOURS_OF_A_YEAR, integer: true })
  hours?: number;

  /** True if a PDU that enrols with it is active at once; by default each waits until somebody accepts it. */
  @Optional()
  @IsFlag()
  accept?: boolean;
}

export class EnrolmentsQueryDto extends PageDto {}
