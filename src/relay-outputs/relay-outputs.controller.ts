import { Body, Controller, Get, Put, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { RelayOutputModel } from '../hardware/profiles/pdu-model.js';
import { ReadingAgeGuard } from '../hardware/reading-age.guard.js';
import { Access, CurrentAccess, Allow, CurrentCaller, type CallerWithAddress } from '../common/access.js';
import { Found, ResourceExists } from '../common/resource-exists.guard.js';
import { CachedRead, CachedResponse } from '../common/cached-response.js';
import { UpdateRelayOutputDto } from './relay-output.dto.js';
import { ChangedRelayOutputView, RelayOutputView } from './relay-output.view.js';
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
  @UseGuards(ReadingAgeGuard)
  @CachedRead()
  @ApiOkResponse({ type: RelayOutputView, isArray: true })
  list(@CurrentAccess() access: Access): CachedResponse {
    return this.relays.prepared(access);
  }

  /** One relay output, by id or index. */
  @Get(ONE_RELAY)
  @Allow('viewPortInfo')
  @UseGuards(ResourceExists(RelayOutputsService), ReadingAgeGuard)
  @ApiOkResponse({ type: RelayOutputView })
  read(@Found('relayOutputId') relay: RelayOutputModel): RelayOutputView {
    return this.relays.view(relay);
  }

  /** Changes and switches a relay output; answers what the hardware measures afterwards. */
  @Put(ONE_RELAY)
  @Allow('modifyPortSettings')
  @UseGuards(ResourceExists(RelayOutputsService))
  @ApiOkResponse({ type: ChangedRelayOutputView })
  update(
    @Found('relayOutputId') relay: RelayOutputModel,
    @Body() change: UpdateRelayOutputDto,
    @CurrentCaller() caller: CallerWithAddress,
  ): Promise<ChangedRelayOutputView> {
    return this.relays.update(relay, change, caller);
  }
}
