import { Controller, Get, Res, StreamableFile } from '@nestjs/common';
import { ApiTags, ApiOkResponse, ApiResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access, CurrentAccess, Allow, Public, AdministratorOnly } from '../common/access.js';
import { HealthService } from './health.service.js';
import { HealthDetailsView, HealthView, LivenessView } from './health.view.js';
import { Readable } from 'node:stream';
import { DiagnosticsService } from './diagnostics.service.js';

const UNAVAILABLE = 503;

@ApiTags('health')
@Controller()
export class HealthController {
  constructor(private readonly health: HealthService) {}

  /** Readiness: 200 when power can be controlled now, 503 with the same body when it cannot. */
  @Get('health')
  @Public()
  @ApiOkResponse({ type: HealthView })
  @ApiResponse({ status: UNAVAILABLE, type: HealthView, description: 'Power cannot be controlled now.' })
  read(@Res({ passthrough: true }) response: Response): HealthView {
    const health = this.health.brief;
    if (!health.ready) response.status(UNAVAILABLE);
    return health;
  }

  /**
   * Liveness for a watchdog: 200 while the poll cycle runs, also if the hardware does not answer; 503 if a restart
   * would help.
   */
  @Get('health/live')
  @Public()
  @ApiOkResponse({ type: LivenessView })
  @ApiResponse({ status: UNAVAILABLE, type: LivenessView, description: 'A restart would help.' })
  live(@Res({ passthrough: true }) response: Response): LivenessView {
    const live = this.health.isLive;
    if (!live) response.status(UNAVAILABLE);
    return { live };
  }

  /** The health of the controller with reasons, ages and versions; always 200. */
  @Get('api/system/health')
  @Allow('viewGlobalDeviceSettings')
  details(@CurrentAccess() access: Access): HealthDetailsView {
    return this.health.detailsFor(access);
  }
}

const EXAMPLE = { madeAt: '2026-11-02T08:15:00.000Z', health: { status: 'ok' }, device: { numOutlets: 16 } };

@ApiTags('system')
@Controller('api/system/diagnostics')
export class DiagnosticsController {
  constructor(private readonly diagnostics: DiagnosticsService) {}

  /**
   * A file for troubleshooting: health, device, settings, readings, events, actions, metrics, and the newest entries of
   * both logs. It has no passwords, tokens, keys or their hashes, but names and addresses.
   */
  @Get()
  @AdministratorOnly()
  @ApiOkResponse({ schema: { type: 'object', example: EXAMPLE } })
  read(@CurrentAccess() access: Access): StreamableFile {
    return new StreamableFile(Readable.from(this.diagnostics.pieces(access)), {
      type: 'application/json; charset=utf-8',
      disposition: `attachment; filename="${this.diagnostics.fileName}"`,
    });
  }
}
