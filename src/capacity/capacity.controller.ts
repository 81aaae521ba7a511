import { Body, Controller, Get, HttpCode, Post, Query, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access, CurrentAccess, SignedIn } from '../common/access.js';
import type { CachedResponse } from '../common/cached-response.js';
import { Compressed } from '../common/compression.js';
import { Errors } from '../common/documented-errors.js';
import { ReadingAgeGuard } from '../hardware/reading-age.guard.js';
import { PlacementQueryDto, WhatIfDto } from './capacity.dto.js';
import { CapacityService } from './capacity.service.js';
import { CapacityView, PlacementsView, WhatIfView } from './capacity.view.js';

@ApiTags('capacity')
@Controller('api/capacity')
export class CapacityController {
  constructor(private readonly capacity: CapacityService) {}

  /** The power tree: what each inlet, line, bank and outlet that the caller may view may carry, carries, and has left. */
  @Get()
  @SignedIn()
  @UseGuards(ReadingAgeGuard)
  @ApiOkResponse({ type: CapacityView })
  read(@CurrentAccess() access: Access): Promise<CachedResponse> {
    return this.capacity.prepared(access);
  }

  /**
   * The power tree as it would be with other loads or without an inlet, and what would be overloaded. Nothing is switched
   * or stored. Devices that share a `device.feed` move their load to the outlets that are left.
   */
  @Post('what-if')
  @HttpCode(200)
  @SignedIn()
  @Compressed()
  @UseGuards(ReadingAgeGuard)
  @ApiOkResponse({ type: WhatIfView })
  whatIf(@Body() change: WhatIfDto, @CurrentAccess() access: Access): Promise<WhatIfView> {
    return this.capacity.whatIf(change, access);
  }

  /** The outlets that can take a new load, best first. One is only suggested where nothing would be overloaded. */
  @Get('placement')
  @SignedIn()
  @Compressed()
  @UseGuards(ReadingAgeGuard)
  @Errors('OUTLETS_NOT_AVAILABLE')
  @ApiOkResponse({ type: PlacementsView })
  placement(@Query() load: PlacementQueryDto, @CurrentAccess() access: Access): Promise<PlacementsView> {
    return this.capacity.placement(load, access);
  }
}
