import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access, Allow, CurrentAccess, CurrentCaller, type CallerWithAddress } from '../common/access.js';
import { Errors } from '../common/documented-errors.js';
import { Found, ResourceExists } from '../common/resource-exists.guard.js';
import { CreateRoleDto, UpdateRoleDto } from './role.dto.js';
import type { RoleEntity } from './role.entity.js';
import { RoleView } from './role.view.js';
import { RolesService } from './roles.service.js';

@ApiTags('roles')
@Controller('api/roles')
export class RolesController {
  constructor(private readonly roles: RolesService) {}

  /** All roles. */
  @Get()
  @Allow('viewUsersList')
  @ApiOkResponse({ type: RoleView, isArray: true })
  list(@CurrentAccess() access: Access): RoleView[] {
    return this.roles.list(access);
  }

  /** One role. */
  @Get(':roleId')
  @Allow('viewUsersList')
  @UseGuards(ResourceExists(RolesService))
  @ApiOkResponse({ type: RoleView })
  read(@Found('roleId') role: Readonly<RoleEntity>, @CurrentAccess() access: Access): RoleView {
    return this.roles.view(role, access);
  }

  /** Creates a role with permissions that the caller has himself. */
  @Post()
  @HttpCode(200)
  @Allow('modifyUsers')
  @ApiOkResponse({ type: RoleView })
  create(@Body() role: CreateRoleDto, @CurrentCaller() caller: CallerWithAddress): Promise<RoleView> {
    return this.roles.create(role, caller);
  }

  /** Changes the members sent; the caller needs every permission of the role, before and after. */
  @Put(':roleId')
  @Allow('modifyUsers')
  @UseGuards(ResourceExists(RolesService))
  @Errors('ROLE_FIXED')
  @ApiOkResponse({ type: RoleView })
  update(
    @Param('roleId') id: string,
    @Body() change: UpdateRoleDto,
    @CurrentCaller() caller: CallerWithAddress,
  ): Promise<RoleView> {
    return this.roles.update(id, change, caller);
  }

  /** Deletes a role that no user has, for a caller with every permission of it; answers what it was. */
  @Delete(':roleId')
  @Allow('modifyUsers')
  @UseGuards(ResourceExists(RolesService))
  @Errors('ROLE_FIXED', 'ROLE_IN_USE', 'ROLE_IN_SETTING', 'REDFISH_ROLE_FIXED')
  @ApiOkResponse({ type: RoleView })
  remove(@Param('roleId') id: string, @CurrentCaller() caller: CallerWithAddress): Promise<RoleView> {
    return this.roles.remove(id, caller);
  }
}
