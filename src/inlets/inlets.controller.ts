import { Body, Controller, Get, Put, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { InletModel } from '../hardware/profiles/pdu-model.js';
import { ReadingAgeGuard } from '../hardware/reading-age.guard.js';
import { Access, CurrentAccess, Allow, CurrentCaller, type CallerWithAddress } from '../common/access.js';
import { Found, ResourceExists } from '../common/resource-exists.guard.js';
import { CachedRead, CachedResponse } from '../common/cached-response.js';
import { UpdateInletDto } from './inlet.dto.js';
import { InletView } from './inlet.view.js';
import { InletsService } from './inlets.service.js';

@ApiTags('inlets')
@Controller('api/inlets')
export class InletsController {
  constructor(private readonly inlets: InletsService) {}

  /** All inlets with their readings. */
  @Get()
  @Allow('viewInletStats')
  @UseGuards(ReadingAgeGuard)
  @CachedRead()
  @ApiOkResponse({ type: InletView, isArray: true })
  list(@CurrentAccess() access: Access): CachedResponse {
    return this.inlets.prepared(access);
  }

  /** One inlet with its readings. */
  @Get(':inletId')
  @Allow('viewInletStats')
  @UseGuards(ResourceExists(InletsService), ReadingAgeGuard)
  @ApiOkResponse({ type: InletView })
  read(@Found('inletId') inlet: InletModel): InletView {
    return this.inlets.view(inlet);
  }

  /** Changes the name of an inlet, or what is said of its source. */
  @Put(':inletId')
  @Allow('modifyInletStats')
  @UseGuards(ResourceExists(InletsService))
  @ApiOkResponse({ type: InletView })
  update(
    @Found('inletId') inlet: InletModel,
    @Body() change: UpdateInletDto,
    @CurrentCaller() caller: CallerWithAddress,
  ): Promise<InletView> {
    return this.inlets.update(inlet, change, caller);
  }
}
