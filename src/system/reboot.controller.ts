import { Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Allow, CurrentCaller, type CallerWithAddress } from '../common/access.js';
import { RebootService } from './reboot.service.js';
import type { RebootView } from './reboot.view.js';

@ApiTags('system')
@Controller('api/system/reboot')
export class RebootController {
  constructor(private readonly reboots: RebootService) {}

  /** Restarts the controller; power to the outlets is not affected, sessions and tokens stay valid. */
  @Post()
  @HttpCode(200)
  @Allow('allowPduRestart')
  reboot(
    @CurrentCaller() caller: CallerWithAddress,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RebootView> {
    return this.reboots.reboot(caller, response);
  }
}
