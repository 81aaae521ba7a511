import { Controller, Get, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access, CurrentAccess, Allow, Public } from '../common/access.js';
import { HealthService } from './health.service.js';
import { HealthDetailsView, HealthView, LivenessView } from './health.view.js';

const UNAVAILABLE = 503;

@ApiTags('health')
@Controller()
export class HealthController {
  constructor(private readonly health: HealthService) {}

  /** Can power be controlled now? 200 when it can, 503 with the same body when it cannot. */
  @Get('health')
  @Public()
  read(@Res({ passthrough: true }) response: Response): HealthView {
    const health = this.health.brief;
    if (!health.ready) response.status(UNAVAILABLE);
    return health;
  }

  /** For a watchdog: 200 while the poll cycle runs, 503 when a restart would help. Silent hardware is no reason. */
  @Get('health/live')
  @Public()
  live(@Res({ passthrough: true }) response: Response): LivenessView {
    const live = this.health.isLive;
    if (!live) response.status(UNAVAILABLE);
    return { live };
  }

  /** How the controller is, with reasons, ages and versions; always 200. */
  @Get('api/system/health')
  @Allow('viewGlobalDeviceSettings')
  details(@CurrentAccess() access: Access): HealthDetailsView {
    return access.isAdministrator ? this.health.detailsForAdministrators : this.health.details;
  }
}
