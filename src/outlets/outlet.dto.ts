import { AtLeastOneMember } from '../kernel/body.js';
import type { OnOff } from '../kernel/units.js';
import { IsFlag, IsName, IsNumeric, IsText, IsWord, Optional } from '../kernel/wire.js';
import type { PowerOnState } from './outlet.entity.js';

/** All of it is checked before any of it is done. */
@AtLeastOneMember('outletName', 'pwrOnState', 'state', 'customRebootTimeEnabled', 'customRebootTime')
export class UpdateOutletDto {
  /** Only the outlet of the path. */
  @Optional()
  @IsText({ max: 100 })
  id?: string;

  @Optional()
  @IsName()
  outletName?: string;

  /** What the outlet does when the PDU gets power. */
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
}
