import { Body, Controller, Get, Patch, Put, Query, UseGuards, Injectable, type CanActivate } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ListPipe } from '../common/body.js';
import { ChunkedResponse } from '../common/json-in-slices.js';
import { LIMITS } from '../common/limits.js';
import { TakesLargeBody } from '../common/own-body.js';
import { OutletDetailsService } from './outlet-details.service.js';
import type { OutletModel } from '../hardware/profiles/pdu-model.js';
import { ReadingAgeGuard } from '../hardware/reading-age.guard.js';
import { Access, CurrentAccess, AllowOutlet, CurrentCaller, type CallerWithAddress } from '../common/access.js';
import { HopLimitGuard } from '../common/hops.js';
import { Found, ResourceExists } from '../common/resource-exists.guard.js';
import { CachedRead, CachedResponse } from '../common/cached-response.js';
import { OutletCommandsService } from './outlet-commands.service.js';
import { ImportOutletDto, ListOutletsDto, UpdateOutletDto, SwitchOutletsDto } from './outlet.dto.js';
import { ChangedOutletView, OutletView, type ShownOutlet, SwitchedOutletsView } from './outlet.view.js';
import { OutletsService } from './outlets.service.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import { ApiError } from '../common/errors.js';

/** Refuses a command to all outlets of a model without any, before the body is read: 404 comes before 422. */
@Injectable()
class HasOutletsGuard implements CanActivate {
  constructor(private readonly driver: PduDriver) {}

  canActivate(): boolean {
    if (!this.driver.model.hasOutlets) throw new ApiError('OUTLETS_NOT_AVAILABLE');
    return true;
  }
}

/** Shown instead of all settings at once. */
const CHANGES = {
  reboot: { value: { state: 'REBOOT', reason: 'Kernel update' } },
  turnOff: { value: { state: 'OFF', confirm: true } },
  settings: { value: { outletName: 'db-master', protection: 'confirm', labels: { tenant: 'blue' } } },
};

@ApiTags('outlets')
@Controller('api/outlets')
export class OutletsController {
  constructor(
    private readonly outlets: OutletsService,
    private readonly commands: OutletCommandsService,
    private readonly details: OutletDetailsService,
  ) {}

  /** The outlets that the caller may view. */
  @Get()
  @AllowOutlet('viewOutlets')
  @UseGuards(ReadingAgeGuard)
  @CachedRead()
  @ApiOkResponse({ type: OutletView, isArray: true })
  list(@CurrentAccess() access: Access, @Query() wanted?: ListOutletsDto): CachedResponse {
    return wanted?.label ? this.outlets.filtered(access, wanted.label) : this.outlets.prepared(access);
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
   * Changes the settings of outlets, says what is plugged into them and labels them: all that the list asks for, or
   * nothing. The caller must be allowed to view and to modify each of them. At most 1,000 outlets and 1 MiB; switches
   * nothing. Answers the outlets of the list as they are afterwards.
   */
  @Patch()
  @AllowOutlet('modifyOutlets')
  @TakesLargeBody({ limit: LIMITS.outletImport, tooLarge: 'OUTLET_LIST_TOO_LARGE' })
  @UseGuards(HasOutletsGuard)
  @ApiBody({ type: ImportOutletDto, isArray: true })
  @ApiOkResponse({ type: OutletView, isArray: true })
  async importMany(
    @Body(new ListPipe(ImportOutletDto, LIMITS.importedOutlets)) list: ImportOutletDto[],
    @CurrentCaller() caller: CallerWithAddress,
  ): Promise<ChunkedResponse> {
    return ChunkedResponse.of(await this.details.changeMany(list, caller));
  }

  /**
   * Changes and switches an outlet; answers what the hardware measures afterwards. Where the role may not view the
   * outlet, only the members sent.
   */
  @Put(':outletId')
  @AllowOutlet('modifyOutlets', 'outletId')
  @UseGuards(ResourceExists(OutletsService), HopLimitGuard)
  @ApiBody({ type: UpdateOutletDto, examples: CHANGES })
  @ApiOkResponse({ type: ChangedOutletView })
  update(
    @Found('outletId') outlet: OutletModel,
    @Body() change: UpdateOutletDto,
    @CurrentCaller() caller: CallerWithAddress,
  ): Promise<ShownOutlet> {
    return this.commands.update(outlet, change, caller);
  }
}
