import { Body, Controller, Get, Param, Put, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access, AccessOf, AllowOutlet, By, type CallerAt } from '../kernel/access.js';
import { Known } from '../kernel/known.js';
import { PreparedAnswer } from '../kernel/prepared.js';
import { UpdateOutletDto } from './outlet.dto.js';
import { OutletView } from './outlet.view.js';
import { OutletsService } from './outlets.service.js';

@ApiTags('outlets')
@Controller('api/outlets')
export class OutletsController {
  constructor(private readonly outlets: OutletsService) {}

  /** The outlets that the caller may view. */
  @Get()
  @AllowOutlet('viewOutlets')
  @ApiOkResponse({ type: OutletView, isArray: true })
  list(@AccessOf() access: Access): PreparedAnswer {
    return this.outlets.prepared(access);
  }

  /** One outlet, by id or index. */
  @Get(':outletId')
  @AllowOutlet('viewOutlets', 'outletId')
  @UseGuards(Known(OutletsService))
  @ApiOkResponse({ type: OutletView })
  read(@Param('outletId') id: string): OutletView {
    return this.outlets.view(id);
  }

  /** Changes and switches an outlet; answers what the hardware measures afterwards. */
  @Put(':outletId')
  @AllowOutlet('modifyOutlets', 'outletId')
  @UseGuards(Known(OutletsService))
  @ApiOkResponse({ type: OutletView })
  update(@Param('outletId') id: string, @Body() change: UpdateOutletDto, @By() caller: CallerAt): Promise<OutletView> {
    return this.outlets.update(id, change, caller);
  }
}
