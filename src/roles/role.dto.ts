import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsArray, IsObject, IsString, ValidateNested } from 'class-validator';
import {
  OUTLET_LISTS,
  PERMISSION_DESCRIPTIONS,
  PERMISSION_FLAGS,
  type OutletListName,
  type PermissionFlag,
} from '../common/access.js';
import { AtLeastOneMember } from '../common/body.js';
import { IsFlag, IsName, IsNumeric, IsOwnId, IsText, Optional } from '../common/dto-decorators.js';

const MAX_DESCRIPTION = 1000;

type SentPermissions = Partial<Record<PermissionFlag, boolean> & Record<OutletListName, string[]>>;

/** Permission flags, and the outlets that the role may see or switch. What is not sent stays as it is. */
export class PermissionsDto extends (class {} as new () => SentPermissions) {}

for (const flag of PERMISSION_FLAGS) {
  const documented = ApiProperty({ required: false, description: PERMISSION_DESCRIPTIONS[flag] });
  applyDecorators(Optional(), IsFlag(), documented)(PermissionsDto.prototype, flag);
}
for (const list of OUTLET_LISTS) {
  applyDecorators(
    Optional(),
    IsArray({ message: '$property must be a list of outlet ids.' }),
    IsString({ each: true, message: '$property must hold outlet ids as strings.' }),
    ApiProperty({
      type: 'string',
      isArray: true,
      required: false,
      description: 'Outlet ids, for example "1-1200578".',
    }),
  )(PermissionsDto.prototype, list);
}

export class CreateRoleDto {
  /** Unique without regard to case. @example "Operators of row 7" */
  @IsName()
  name: string;

  /** @example "Switch the databases, read everything." */
  @Optional()
  @IsText({ min: 0, max: MAX_DESCRIPTION })
  description?: string;

  /**
   * Flags that are not sent are false, lists that are not sent are empty.
   * @example {"viewBankStats": true, "viewOutlets": ["1-1200578"], "modifyOutlets": ["1-1200578"]}
   */
  @Optional()
  @IsObject({ message: 'permissions must be an object.' })
  @ValidateNested()
  @Type(() => PermissionsDto)
  permissions?: PermissionsDto;
}

@AtLeastOneMember('name', 'description', 'permissions')
export class UpdateRoleDto {
  /** Only the role of the path. */
  @IsOwnId()
  id?: string;

  /** Unique without regard to case. */
  @Optional()
  @IsName()
  name?: string;

  /** @example "Switch the databases, read everything." */
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
