import type { OnOff } from '../common/units.js';
import { IsFlag, IsIdList, IsWord, Optional } from '../common/dto-decorators.js';

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
