import { Body, Controller, Get, Param, Put, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ReadingAge } from '../hardware/reading-age.guard.js';
import { Access, AccessOf, Allow, By, type CallerAt } from '../kernel/access.js';
import { Known } from '../kernel/known.js';
import { PreparedAnswer } from '../kernel/prepared.js';
import { UpdateRelayOutputDto } from './relay-output.dto.js';
import { RelayOutputView } from './relay-output.view.js';
import { RelayOutputsService } from './relay-outputs.service.js';

/** The specification lists under the plural and changes under the singular; one relay answers under both. */
const ONE_RELAY = ['relayOutput/:relayOutputId', 'relayOutputs/:relayOutputId'];

@ApiTags('relay-outputs')
@Controller('api')
export class RelayOutputsController {
  constructor(private readonly relays: RelayOutputsService) {}

  /** All relay outputs. */
  @Get('relayOutputs')
  @Allow('viewPortInfo')
  @UseGuards(ReadingAge)
  @ApiOkResponse({ type: RelayOutputView, isArray: true })
  list(@AccessOf() access: Access): PreparedAnswer {
    return this.relays.prepared(access);
  }

  /** One relay output, by id or index. */
  @Get(ONE_RELAY)
  @Allow('viewPortInfo')
  @UseGuards(Known(RelayOutputsService), ReadingAge)
  @ApiOkResponse({ type: RelayOutputView })
  read(@Param('relayOutputId') id: string): RelayOutputView {
    return this.relays.view(id);
  }

  /** Changes and switches a relay output; answers what the hardware measures afterwards. */
  @Put(ONE_RELAY)
  @Allow('modifyPortSettings')
  @UseGuards(Known(RelayOutputsService))
  @ApiOkResponse({ type: RelayOutputView })
  update(
    @Param('relayOutputId') id: string,
    @Body() change: UpdateRelayOutputDto,
    @By() caller: CallerAt,
  ): Promise<RelayOutputView> {
    return this.relays.update(id, change, caller);
  }
}
