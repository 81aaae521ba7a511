import { Controller, Get, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access, AllowOutlet, CurrentAccess } from '../common/access.js';
import { Found, ResourceExists } from '../common/resource-exists.guard.js';
import type { OutletModel } from '../hardware/profiles/pdu-model.js';
import { OutletsService } from '../outlets/outlets.service.js';
import { OutletWhyService } from './outlet-why.service.js';
import { OutletWhyView } from './timeline.view.js';

@ApiTags('timeline')
@Controller('api/outlets')
export class OutletWhyController {
  constructor(private readonly why: OutletWhyService) {}

  /**
   * The reason for the state of an outlet: its newest change and what led to it, as one paragraph and as entries of the
   * timeline. Users are named to roles that may read the log, events to those that may view events.
   */
  @Get(':outletId/why')
  @AllowOutlet('viewOutlets', 'outletId')
  @UseGuards(ResourceExists(OutletsService))
  @ApiOkResponse({ type: OutletWhyView })
  explain(@Found('outletId') outlet: OutletModel, @CurrentAccess() access: Access): Promise<OutletWhyView> {
    return this.why.explain(outlet, access);
  }
}
