import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Compressed } from '../common/compression.js';
import { Access, CurrentAccess, CurrentCaller, SignedIn, type CallerWithAddress } from '../common/access.js';
import { Errors } from '../common/documented-errors.js';
import { EnergyService } from './energy.service.js';
import { EnergyResetView, EnergyView } from './history.view.js';
import { ResetObjectsDto } from './history.dto.js';

@ApiTags('history')
@Controller('api/energy')
export class EnergyController {
  constructor(private readonly energy: EnergyService) {}

  /** The lifetime and the resettable energy counter of every inlet, bank and outlet that the caller may view. */
  @Get()
  @SignedIn()
  @Compressed()
  @ApiOkResponse({ type: EnergyView, isArray: true })
  list(@CurrentAccess() access: Access): EnergyView[] {
    return this.energy.list(access);
  }

  /** Resets energy counters: those of the objects in the list, else of everything that the caller may change. */
  @Post('reset')
  @HttpCode(200)
  @SignedIn()
  @Errors('HISTORY_OBJECT_UNKNOWN')
  @ApiOkResponse({ type: EnergyResetView })
  reset(@Body() reset: ResetObjectsDto, @CurrentCaller() caller: CallerWithAddress): Promise<EnergyResetView> {
    return this.energy.reset(reset, caller);
  }
}
