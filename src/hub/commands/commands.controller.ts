import { Body, Controller, Get, Headers, HttpCode, Param, Post, Query, UseGuards } from '@nestjs/common';
import { ApiAcceptedResponse, ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access, CurrentAccess, CurrentCaller, SignedIn, type CallerWithAddress } from '../../common/access.js';
import { Errors } from '../../common/documented-errors.js';
import { ApiError } from '../../common/errors.js';
import { Found, ResourceExists } from '../../common/resource-exists.guard.js';
import { maySwitch, mayView } from '../access.js';
import type { Pdu } from '../pdus/pdu.entity.js';
import { SwitchablePdus } from '../pdus/pdu-finders.js';
import { CommandsQueryDto, SendCommandDto } from './command.dto.js';
import { commandView, FleetCommandsView, FleetCommandView } from './command.view.js';
import { CommandsListService } from './commands-list.service.js';
import { CommandsService } from './commands.service.js';
import { readIdempotencyKey } from './idempotency-key.js';

@ApiTags('fleet')
@Controller('api/fleet/pdus')
export class SendCommandController {
  constructor(private readonly commands: CommandsService) {}

  /**
   * Sends a command to an outlet of a PDU. The answer says that the command is stored and on its way, not that it is carried
   * out: `GET /api/fleet/commands/{commandId}` says what has become of it. It begins within `validMs` or never, and at most
   * once. Sent again with the same key in the header Idempotency-Key, it is the same command.
   */
  @Post(':pduId/commands')
  @HttpCode(202)
  @SignedIn()
  @UseGuards(ResourceExists(SwitchablePdus))
  @ApiHeader({ name: 'Idempotency-Key', required: false, description: 'A key of your own for this command.' })
  @Errors('PDU_KEY_COPIED', 'PDU_NOT_ACTIVE')
  @ApiAcceptedResponse({ type: FleetCommandView })
  async send(
    @Found('pduId') pdu: Pdu,
    @Body() order: SendCommandDto,
    @Headers('idempotency-key') key: string | undefined,
    @CurrentCaller() caller: CallerWithAddress,
  ): Promise<FleetCommandView> {
    const row = await this.commands.accept(pdu, order, readIdempotencyKey(key), caller);
    return commandView(row, this.commands.isUnknown(row));
  }
}

@ApiTags('fleet')
@Controller('api/fleet/commands')
export class CommandsController {
  constructor(
    private readonly commands: CommandsService,
    private readonly list: CommandsListService,
  ) {}

  /** The commands to those PDUs that the caller may see, the newest first. */
  @Get()
  @SignedIn()
  @ApiOkResponse({ type: FleetCommandsView })
  page(@Query() query: CommandsQueryDto, @CurrentAccess() access: Access): Promise<FleetCommandsView> {
    return this.list.page(query, access);
  }

  /** One command, and what has become of it. */
  @Get(':commandId')
  @SignedIn()
  @ApiOkResponse({ type: FleetCommandView })
  async read(@Param('commandId') id: string, @CurrentCaller() caller: CallerWithAddress): Promise<FleetCommandView> {
    const row = await this.commands.find(id);
    // The answer must not reveal that there is a command to a PDU that the caller may not see, unless it is the caller's own.
    const isOwn = row.userId === caller.userId && maySwitch(caller, { id: row.pdu });
    if (!isOwn && !mayView(caller, { id: row.pdu })) throw new ApiError('FLEET_COMMAND_UNKNOWN', id);
    return commandView(row, this.commands.isUnknown(row));
  }
}
