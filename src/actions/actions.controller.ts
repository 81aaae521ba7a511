import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Allow, CurrentCaller, type CallerWithAddress } from '../common/access.js';
import { Found, ResourceExists } from '../common/resource-exists.guard.js';
import { ActionTestQueryDto, CreateActionDto, UpdateActionDto } from './action.dto.js';
import { ActionTestRunView, ActionView, ActionCodeView } from './action.view.js';
import type { ActionEntity } from './action.entity.js';
import { ActionsService } from './actions.service.js';

@ApiTags('actions')
@Controller('api/actions')
export class ActionsController {
  constructor(private readonly actions: ActionsService) {}

  /** All actions. */
  @Get()
  @Allow('viewEventActions')
  @ApiOkResponse({ type: ActionView, isArray: true })
  list(): ActionView[] {
    return this.actions.list();
  }

  /** One action. */
  @Get(':actionId')
  @Allow('viewEventActions')
  @UseGuards(ResourceExists(ActionsService))
  @ApiOkResponse({ type: ActionView })
  read(@Found('actionId') action: Readonly<ActionEntity>): ActionView {
    return this.actions.view(action);
  }

  /** Creates an action; the caller needs the permission for what it does. */
  @Post()
  @HttpCode(200)
  @Allow('modifyEventActions')
  @ApiOkResponse({ type: ActionView })
  create(@Body() action: CreateActionDto, @CurrentCaller() caller: CallerWithAddress): Promise<ActionView> {
    return this.actions.create(action, caller);
  }

  /** Takes the place of an action; validates like creating one. */
  @Post(':actionId')
  @HttpCode(200)
  @Allow('modifyEventActions')
  @UseGuards(ResourceExists(ActionsService))
  @ApiOkResponse({ type: ActionView })
  replace(
    @Param('actionId') id: string,
    @Body() action: CreateActionDto,
    @CurrentCaller() caller: CallerWithAddress,
  ): Promise<ActionView> {
    return this.actions.replace(id, action, caller);
  }

  /** Changes the members sent. */
  @Put(':actionId')
  @Allow('modifyEventActions')
  @UseGuards(ResourceExists(ActionsService))
  @ApiOkResponse({ type: ActionView })
  update(
    @Param('actionId') id: string,
    @Body() change: UpdateActionDto,
    @CurrentCaller() caller: CallerWithAddress,
  ): Promise<ActionView> {
    return this.actions.update(id, change, caller);
  }

  /** Deletes an action; events that name it name it no longer. */
  @Delete(':actionId')
  @Allow('modifyEventActions')
  @UseGuards(ResourceExists(ActionsService))
  remove(@Param('actionId') id: string, @CurrentCaller() caller: CallerWithAddress): Promise<Record<string, never>> {
    return this.actions.remove(id, caller);
  }

  /**
   * Does the action once now, enabled or not, and waits for what comes of it; or only says what it would do. An action
   * that commands another PDU is run by hand by administrators only.
   */
  @Post(':actionId/test')
  @HttpCode(200)
  @Allow('modifyEventActions')
  @UseGuards(ResourceExists(ActionsService))
  @ApiOkResponse({ type: ActionTestRunView })
  async test(
    @Param('actionId') id: string,
    @Query() { dryRun = false }: ActionTestQueryDto,
    @CurrentCaller() caller: CallerWithAddress,
  ): Promise<ActionTestRunView> {
    return this.actions.test(id, dryRun, caller);
  }
}

@ApiTags('actions')
@Controller('api/action-codes')
export class ActionCodesController {
  constructor(private readonly actions: ActionsService) {}

  /** The catalogue of actions: every code with its parameters, and whether this model has it. */
  @Get()
  @Allow('viewEventActions')
  @ApiOkResponse({ type: ActionCodeView, isArray: true })
  list(): ActionCodeView[] {
    return this.actions.codes();
  }
}
