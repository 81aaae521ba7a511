import { Body, Controller, Get, Put, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { OutletModel } from '../hardware/profiles/pdu-model.js';
import { ReadingAgeGuard } from '../hardware/reading-age.guard.js';
import { Access, CurrentAccess, AllowOutlet, CurrentCaller, type CallerWithAddress } from '../common/access.js';
import { HopLimitGuard } from '../common/hops.js';
import { Found, ResourceExists } from '../common/resource-exists.guard.js';
import { CachedResponse } from '../common/cached-response.js';
import { HasOutletsGuard } from './has-outlets.guard.js';
import { OutletCommandsService } from './outlet-commands.service.js';
import { UpdateOutletDto } from './outlet.dto.js';
import { OutletView, type ShownOutlet } from './outlet.view.js';
import { OutletsService } from './outlets.service.js';
import { SwitchOutletsDto } from './switch-outlets.dto.js';
import { SwitchedOutletsView } from './switched-outlets.view.js';

@ApiTags('outlets')
@Controller('api/outlets')
export class OutletsController {
  constructor(
    private readonly outlets: OutletsService,
    private readonly commands: OutletCommandsService,
  ) {}

  /** The outlets that the caller may view. */
  @Get()
  @AllowOutlet('viewOutlets')
  @UseGuards(ReadingAgeGuard)
  @ApiOkResponse({ type: OutletView, isArray: true })
  list(@CurrentAccess() access: Access): CachedResponse {
    return this.outlets.prepared(access);
  }

  /** One outlet, by id or index. */
  @Get(':outletId')
  @AllowOutlet('viewOutlets', 'outletId')
  @UseGuards(ResourceExists(OutletsService), ReadingAgeGuard)
  @ApiOkResponse({ type: OutletView })
  read(@Found('outletId') outlet: OutletModel, @CurrentAccess() access: Access): OutletView {
    return this.outlets.view(outlet, access);
  }

  /** Switches several outlets, each of which the caller may modify; answers what became of each. */
  @Put()
  @AllowOutlet('modifyOutlets')
  @UseGuards(HasOutletsGuard, HopLimitGuard)
  @ApiOkResponse({ type: SwitchedOutletsView })
  switchMany(
    @Body() command: SwitchOutletsDto,
    @CurrentCaller() caller: CallerWithAddress,
  ): Promise<SwitchedOutletsView> {
    return this.commands.switchMany(command, caller);
  }

  /**
   * Changes and switches an outlet; answers what the hardware measures afterwards. Where the role may not view the
   * outlet, only the members sent.
   */
  @Put(':outletId')
  @AllowOutlet('modifyOutlets', 'outletId')
  @UseGuards(ResourceExists(OutletsService), HopLimitGuard)
  @ApiOkResponse({ type: OutletView })
  update(
    @Found('outletId') outlet: OutletModel,
    @Body() change: UpdateOutletDto,
    @CurrentCaller() caller: CallerWithAddress,
  ): Promise<ShownOutlet> {
    return this.commands.update(outlet, change, caller);
  }
}
