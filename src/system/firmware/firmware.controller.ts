import { Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Allow, CurrentCaller, type CallerWithAddress } from '../../common/access.js';
import { Errors } from '../../common/documented-errors.js';
import { StreamsForm } from '../../common/own-body.js';
import { FirmwareService } from './firmware.service.js';
import { FirmwareInstalledView, FirmwareView } from './firmware.view.js';

/** The upload: one file part with any name; an administrator may allow an older version. */
const UPLOAD = {
  type: 'object',
  required: ['filename'],
  properties: { filename: { type: 'string', format: 'binary' }, allowDowngrade: { type: 'boolean' } },
  example: { filename: 'rackfeed-1.2.0-linux-x64.tar.gz' },
};

@ApiTags('system')
@Controller('api/system/firmware')
export class FirmwareController {
  constructor(private readonly firmware: FirmwareService) {}

  /** The running version, the versions in the slots, and the outcome of the last upload. */
  @Get()
  @Allow('modifyFirmwareVersion', 'viewGlobalDeviceSettings')
  @ApiOkResponse({ type: FirmwareView })
  read(): FirmwareView {
    return this.firmware.view;
  }

  /** Installs a signed bundle and restarts with that version; it is rolled back unless it proves itself. */
  @Post()
  @HttpCode(200)
  @Allow('modifyFirmwareVersion')
  @StreamsForm()
  @ApiConsumes('multipart/form-data')
  @ApiBody({ schema: UPLOAD })
  @ApiQuery({ name: 'allowDowngrade', required: false, schema: { type: 'boolean' } })
  @Errors('FIRMWARE_BUSY', 'FIRMWARE_ON_TRIAL')
  @ApiOkResponse({ type: FirmwareInstalledView })
  upload(
    @CurrentCaller() caller: CallerWithAddress,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Query('allowDowngrade') allowDowngrade?: string,
  ): Promise<FirmwareInstalledView> {
    return this.firmware.upload(caller, request, response, /^(true|1)$/i.test(allowDowngrade ?? ''));
  }
}
