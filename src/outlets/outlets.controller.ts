import { Body, Controller, Get, Param, Put, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ReadingAge } from '../hardware/reading-age.guard.js';
import { Access, AccessOf, AllowOutlet, By, type CallerAt } from '../kernel/access.js';
import { HopLimit } from '../kernel/hops.js';
import { Known } from '../kernel/known.js';
import { PreparedAnswer } from '../kernel/prepared.js';
import { HasOutlets } from './has-outlets.guard.js';
import { UpdateOutletDto } from './outlet.dto.js';
import { OutletView, type ShownOutlet } from './outlet.view.js';
import { OutletsService } from './outlets.service.js';
import { SwitchOutletsDto } from './switch-outlets.dto.js';
import { SwitchedOutletsView } from './switched-outlets.view.js';

@ApiTags('outlets')
@Controller('api/outlets')
export class OutletsController {
  constructor(private readonly outlets: OutletsService) {}

  /** The outlets that the caller may view. */
  @Get()
  @AllowOutlet('viewOutlets')
  @UseGuards(ReadingAge)
  @ApiOkResponse({ type: OutletView, isArray: true })
  list(@AccessOf() access: Access): PreparedAnswer {
    return this.outlets.prepared(access);
  }

  /** One outlet, by id or index. */
  @Get(':outletId')
  @AllowOutlet('viewOutlets', 'outletId')
  @UseGuards(Known(OutletsService), ReadingAge)
  @ApiOkResponse({ type: OutletView })
  read(@Param('outletId') id: string, @AccessOf() access: Access): OutletView {
    return this.outlets.view(id, access);
  }

  /** Switches several outlets, each of which the caller may modify; answers what became of each. */
  @Put()
  @AllowOutlet('modifyOutlets')
  @UseGuards(HasOutlets, HopLimit)
  @ApiOkResponse({ type: SwitchedOutletsView })
  switchMany(@Body() command: SwitchOutletsDto, @By() caller: CallerAt): Promise<SwitchedOutletsView> {
    return this.outlets.switchMany(command, caller);
  }

  /**
   * Changes and switches an outlet; answers what the hardware measures afterwards. Where the role may not view the
   * outlet, only the members sent.
   */
  @Put(':outletId')
  @AllowOutlet('modifyOutlets', 'outletId')
  @UseGuards(Known(OutletsService), HopLimit)
  @ApiOkResponse({ type: OutletView })
  update(@Param('outletId') id: string, @Body() change: UpdateOutletDto, @By() caller: CallerAt): Promise<ShownOutlet> {
    return this.outlets.update(id, change, caller);
  }
}
