import { PickType } from '@nestjs/swagger';
import { AtLeastOneMember } from '../common/body.js';
import { IsOwnId, IsFlag, IsName, IsNumeric, IsWord, Optional, IsReason } from '../common/dto-decorators.js';
import type { OnOff } from '../common/units.js';
import { OFF_TIME } from '../outlets/outlet.dto.js';

/** All of it is checked before any of it is done. */
@AtLeastOneMember('relayName', 'state', 'customRebootTimeEnabled', 'customRebootTime')
export class UpdateRelayOutputDto {
  /** Only the relay output of the path. */
  @IsOwnId()
  id?: string;

  @Optional()
  @IsName()
  relayName?: string;

  /** REBOOT turns the relay off and, after its off time, on again. @example "ON" */
  @Optional()
  @IsWord('ON', 'OFF', 'REBOOT')
  state?: OnOff | 'REBOOT';

  @Optional()
  @IsFlag()
  customRebootTimeEnabled?: boolean;

  /** Off time of a reboot, s. */
  @Optional()
  @IsNumeric({ ...OFF_TIME, integer: true })
  customRebootTime?: number;

  /** The reason of the change or command, which the audit log keeps. */
  @IsReason()
  reason?: string;
}

/** An entry of the configuration document. State is no part of it: a document moves no relay. */
export class RelayOutputEntryDto extends PickType(UpdateRelayOutputDto, [
  'relayName',
  'customRebootTimeEnabled',
  'customRebootTime',
] as const) {
  @IsName()
  id: string;
}
