import { PickType } from '@nestjs/swagger';
import { AtLeastOneMember } from '../common/body.js';
import { IsOwnId, IsFlag, IsName, IsNumeric, IsWord, Optional, IsIdList } from '../common/dto-decorators.js';
import type { OnOff } from '../common/units.js';
import { PROTECTIONS, type Protection } from './outlet-protection.js';
import type { PowerOnState } from './outlet.entity.js';

/** All of it is checked before any of it is done. */
@AtLeastOneMember('outletName', 'pwrOnState', 'state', 'customRebootTimeEnabled', 'customRebootTime', 'protection')
export class UpdateOutletDto {
  /** Only the outlet of the path. */
  @IsOwnId()
  id?: string;

  @Optional()
  @IsName()
  outletName?: string;

  /** The state that the outlet takes when the PDU gets power. */
  @Optional()
  @IsWord('ON', 'OFF', 'PREV')
  pwrOnState?: PowerOnState;

  /** REBOOT turns the outlet off and, after its off time, on again. */
  @Optional()
  @IsWord('ON', 'OFF', 'REBOOT')
  state?: OnOff | 'REBOOT';

  @Optional()
  @IsFlag()
  customRebootTimeEnabled?: boolean;

  /** Off time of a reboot, s. */
  @Optional()
  @IsNumeric({ min: 1, max: 3600, integer: true })
  customRebootTime?: number;

  /** Counts from the next command on: the `state` of the same request is judged by the protection before it. */
  @Optional()
  @IsWord(...PROTECTIONS)
  protection?: Protection;

  /** Confirms a switch-off: an outlet with the protection `confirm` asks for it. Not stored. */
  @Optional()
  @IsFlag()
  confirm?: boolean;
}

/** An entry of the configuration document. State is no part of it: a document moves no relay. */
export class OutletEntryDto extends PickType(UpdateOutletDto, [
  'outletName',
  'pwrOnState',
  'customRebootTimeEnabled',
  'customRebootTime',
  'protection',
] as const) {
  @IsName()
  id: string;
}

/** All of it is checked before any of it is done. */
export class SwitchOutletsDto {
  /** Outlet ids or indexes, each once. */
  @IsIdList()
  outlets: string[];

  /** ON and OFF switch all of them at once, in the order of the list; REBOOT turns each off and on after its off time. */
  @IsWord('ON', 'OFF', 'REBOOT')
  state: OnOff | 'REBOOT';

  /** Confirms a switch-off: outlets with the protection `confirm` ask for it. */
  @Optional()
  @IsFlag()
  confirm?: boolean;
}
