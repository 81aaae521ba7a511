import { Body, Controller, Get, Param, Put, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ReadingAge } from '../hardware/reading-age.guard.js';
import { Access, AccessOf, Allow, By, type CallerAt } from '../kernel/access.js';
import { Known } from '../kernel/known.js';
import { PreparedAnswer } from '../kernel/prepared.js';
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
  @UseGuards(ReadingAge)
  @ApiOkResponse({ type: InletView, isArray: true })
  list(@AccessOf() access: Access): PreparedAnswer {
    return this.inlets.prepared(access);
  }

  /** One inlet with its readings. */
  @Get(':inletId')
  @Allow('viewInletStats')
  @UseGuards(Known(InletsService), ReadingAge)
  @ApiOkResponse({ type: InletView })
  read(@Param('inletId') id: string): InletView {
    return this.inlets.read(id);
  }

  /** Renames an inlet. */
  @Put(':inletId')
  @Allow('modifyInletStats')
  @UseGuards(Known(InletsService))
  @ApiOkResponse({ type: InletView })
  update(@Param('inletId') id: string, @Body() change: UpdateInletDto, @By() caller: CallerAt): Promise<InletView> {
    return this.inlets.update(id, change, caller);
  }
}
