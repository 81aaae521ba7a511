import { PickType } from '@nestjs/swagger';
import { AtLeastOneMember } from '../common/body.js';
import { IsOwnId } from '../common/own-id.js';
import type { OnOff } from '../common/units.js';
import { IsFlag, IsName, IsNumeric, IsWord, Optional } from '../common/dto-decorators.js';
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
