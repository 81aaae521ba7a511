import { Body, Controller, Get, Param, Put, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ReadingAgeGuard } from '../hardware/reading-age.guard.js';
import { Access, CurrentAccess, Allow, CurrentCaller, type CallerWithAddress } from '../common/access.js';
import { ResourceExists } from '../common/resource-exists.guard.js';
import { CachedResponse } from '../common/cached-response.js';
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
  @ApiOkResponse({ type: InletView, isArray: true })
  list(@CurrentAccess() access: Access): CachedResponse {
    return this.inlets.prepared(access);
  }

  /** One inlet with its readings. */
  @Get(':inletId')
  @Allow('viewInletStats')
  @UseGuards(ResourceExists(InletsService), ReadingAgeGuard)
  @ApiOkResponse({ type: InletView })
  read(@Param('inletId') id: string): InletView {
    return this.inlets.read(id);
  }

  /** Renames an inlet. */
  @Put(':inletId')
  @Allow('modifyInletStats')
  @UseGuards(ResourceExists(InletsService))
  @ApiOkResponse({ type: InletView })
  update(
    @Param('inletId') id: string,
    @Body() change: UpdateInletDto,
    @CurrentCaller() caller: CallerWithAddress,
  ): Promise<InletView> {
    return this.inlets.update(id, change, caller);
  }
}
