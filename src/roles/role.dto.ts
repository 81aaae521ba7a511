import { Type } from 'class-transformer';
import { IsArray, IsObject, IsString, ValidateNested } from 'class-validator';
import { AtLeastOneMember } from '../common/body.js';
import { IsFlag, IsName, IsNumeric, IsText, Optional } from '../common/dto-decorators.js';

const MAX_DESCRIPTION = 1000;

/** Permission flags, and the outlets that the role may see or switch. What is not sent stays as it is. */
export class PermissionsDto {
  @Optional() @IsFlag() viewInletStats?: boolean;
  @Optional() @IsFlag() modifyInletStats?: boolean;
  @Optional() @IsFlag() viewBankStats?: boolean;
  @Optional() @IsFlag() modifyBankStats?: boolean;
  @Optional() @IsFlag() viewEventActions?: boolean;
  @Optional() @IsFlag() modifyEventActions?: boolean;
  @Optional() @IsFlag() viewNetworkSettings?: boolean;
  @Optional() @IsFlag() modifyNetworkSettings?: boolean;
  @Optional() @IsFlag() modifyLcdSettings?: boolean;
  @Optional() @IsFlag() modifyPortSettings?: boolean;
  @Optional() @IsFlag() modifyFirmwareVersion?: boolean;
  @Optional() @IsFlag() viewUsersList?: boolean;
  @Optional() @IsFlag() modifyUsers?: boolean;
  @Optional() @IsFlag() allowFactoryReset?: boolean;
  @Optional() @IsFlag() allowPduRestart?: boolean;
  @Optional() @IsFlag() modifyGlobalDeviceSettings?: boolean;
  @Optional() @IsFlag() viewGlobalDeviceSettings?: boolean;
  @Optional() @IsFlag() viewPortInfo?: boolean;
  @Optional() @IsFlag() viewOutletGroups?: boolean;
  @Optional() @IsFlag() modifyOutletGroups?: boolean;

  /** Outlet ids, for example "1-1200578". */
  @Optional()
  @IsArray({ message: '$property must be a list of outlet ids.' })
  @IsString({ each: true, message: '$property must hold outlet ids as strings.' })
  viewOutlets?: string[];

  /** Outlet ids, for example "1-1200578". */
  @Optional()
  @IsArray({ message: '$property must be a list of outlet ids.' })
  @IsString({ each: true, message: '$property must hold outlet ids as strings.' })
  modifyOutlets?: string[];
}

export class CreateRoleDto {
  /** Unique without regard to case. */
  @IsName()
  name: string;

  @Optional()
  @IsText({ min: 0, max: MAX_DESCRIPTION })
  description?: string;

  /** Flags that are not sent are false, lists that are not sent are empty. */
  @Optional()
  @IsObject({ message: 'permissions must be an object.' })
  @ValidateNested()
  @Type(() => PermissionsDto)
  permissions?: PermissionsDto;
}

@AtLeastOneMember('name', 'description', 'permissions')
export class UpdateRoleDto {
  /** Unique without regard to case. */
  @Optional()
  @IsName()
  name?: string;

  @Optional()
  @IsText({ min: 0, max: MAX_DESCRIPTION })
  description?: string;

  /** Only the flags and lists that are sent change. */
  @Optional()
  @IsObject({ message: 'permissions must be an object.' })
  @ValidateNested()
  @Type(() => PermissionsDto)
  permissions?: PermissionsDto;
}

/** An entry of the configuration document. 1 is the Administrator, which is no part of it. */
export class RoleEntryDto extends CreateRoleDto {
  @IsNumeric({ min: 2, max: 999_999_999, integer: true })
  id: number;
}
