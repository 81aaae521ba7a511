import { AtLeastOneMember } from '../common/body.js';
import {
  IsOwnId,
  IsFlag,
  IsIdList,
  IsName,
  IsNumeric,
  IsWord,
  NotWritable,
  Optional,
  IsReason,
} from '../common/dto-decorators.js';
import type { OnOff } from '../common/units.js';

const LONGEST_DELAY = 99;

@NotWritable('state cannot be set while creating a group; create it, then send PUT /api/groups/{group_id}.', 'state')
export class CreateGroupDto {
  /** @example "Databases" */
  @IsName()
  groupName: string;

  /** Outlet ids or indexes, each once, in the order in which they turn on. @example ["1-1200578", "2-1200578"] */
  @IsIdList()
  outlets: string[];

  /** Between two outlets turning on, s; 0 turns them on all at once. @example 3 */
  @Optional()
  @IsNumeric({ min: 0, max: LONGEST_DELAY })
  groupRebootSequenceDelay?: number;
}

/** All of it is checked before any of it is done. */
@AtLeastOneMember('groupName', 'outlets', 'groupRebootSequenceDelay', 'state')
export class UpdateGroupDto {
  /** Only the group of the path. */
  @IsOwnId()
  id?: string;

  @Optional()
  @IsName()
  groupName?: string;

  /** Ids, indexes or objects with an `id`, each outlet once, in the order of turning on; replaces the whole list. */
  @Optional()
  @IsIdList()
  outlets?: string[];

  /** Between two outlets turning on, s; 0 turns them on all at once. */
  @Optional()
  @IsNumeric({ min: 0, max: LONGEST_DELAY })
  groupRebootSequenceDelay?: number;

  /** OFF turns all off at once; ON and REBOOT turn them on one after another. @example "ON" */
  @Optional()
  @IsWord('ON', 'OFF', 'REBOOT')
  state?: OnOff | 'REBOOT';

  /** Confirms a switch-off: outlets with the protection `confirm` ask for it. */
  @Optional()
  @IsFlag()
  confirm?: boolean;

  /** The reason of the change or command, which the audit log keeps. @example "Maintenance is over" */
  @IsReason()
  reason?: string;
}

/** An entry of the configuration document. */
export class GroupEntryDto extends CreateGroupDto {
  @IsNumeric({ min: 1, max: 999_999_999, integer: true })
  id: number;
}
