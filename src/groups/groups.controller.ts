import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Compressed } from '../common/compression.js';
import { Access, CurrentAccess, Allow, CurrentCaller, type CallerWithAddress } from '../common/access.js';
import { HopLimitGuard } from '../common/hops.js';
import { Found, ResourceExists } from '../common/resource-exists.guard.js';
import { CreateGroupDto, UpdateGroupDto } from './group.dto.js';
import { ChangedGroupView, GroupView } from './group.view.js';
import { GroupsService } from './groups.service.js';
import type { GroupEntity } from './group.entity.js';

@ApiTags('groups')
@Controller('api/groups')
export class GroupsController {
  constructor(private readonly groups: GroupsService) {}

  /** All groups, each with those of its outlets that the caller may view. */
  @Get()
  @Allow('viewOutletGroups')
  @Compressed()
  @ApiOkResponse({ type: GroupView, isArray: true })
  list(@CurrentAccess() access: Access): GroupView[] {
    return this.groups.list(access);
  }

  /** One group. */
  @Get(':groupId')
  @Allow('viewOutletGroups')
  @UseGuards(ResourceExists(GroupsService))
  @ApiOkResponse({ type: GroupView })
  read(@Found('groupId') group: Readonly<GroupEntity>, @CurrentAccess() access: Access): GroupView {
    return this.groups.view(group, access);
  }

  /** Creates a group of outlets, each of which the caller may modify. */
  @Post()
  @HttpCode(200)
  @Allow('modifyOutletGroups')
  @ApiOkResponse({ type: GroupView })
  create(@Body() group: CreateGroupDto, @CurrentCaller() caller: CallerWithAddress): Promise<GroupView> {
    return this.groups.create(group, caller);
  }

  /** Changes and switches a group whose outlets the caller may modify, all of them; answers what the hardware measures afterwards. */
  @Put(':groupId')
  @Allow('modifyOutletGroups')
  @UseGuards(ResourceExists(GroupsService), HopLimitGuard)
  @ApiOkResponse({ type: ChangedGroupView })
  update(
    @Found('groupId') group: Readonly<GroupEntity>,
    @Body() change: UpdateGroupDto,
    @CurrentCaller() caller: CallerWithAddress,
  ): Promise<ChangedGroupView> {
    return this.groups.update(group, change, caller);
  }

  /**
   * Deletes a group whose outlets the caller may modify, all of them; by its id alone. The outlets stay as they are, and
   * those that wait to turn on still do.
   */
  @Delete(':groupId')
  @Allow('modifyOutletGroups')
  @UseGuards(ResourceExists(GroupsService))
  remove(@Param('groupId') id: string, @CurrentCaller() caller: CallerWithAddress): Promise<Record<string, never>> {
    return this.groups.remove(id, caller);
  }
}
