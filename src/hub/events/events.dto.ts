import { IsFlag, IsWord, Optional } from '../../common/dto-decorators.js';
import { SEVERITIES, type Severity } from '../../fleet-wire/messages.js';
import { PageQueryDto } from '../page-query.dto.js';

/** The query of a page of events. */
export class EventsQueryDto extends PageQueryDto {
  @Optional()
  @IsWord(...SEVERITIES)
  severity?: Severity;

  /** True: only open ones, which were raised and have not ended. Those of revoked PDUs are not open: nobody could end them. */
  @Optional()
  @IsFlag()
  open?: boolean;
}
