import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { StreamableFile } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../common/access.js';
import { UiService } from './ui.service.js';

/** The browser UI: public, as it contains no data; everything that it shows comes from the API. */
@ApiExcludeController()
@Controller()
export class UiController {
  constructor(private readonly ui: UiService) {}

  @Get('assets/:file')
  @Public()
  asset(
    @Param('file') file: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    return this.ui.asset(file, request, response);
  }

  @Get('manifest.webmanifest')
  @Public()
  manifest(@Req() request: Request, @Res({ passthrough: true }) response: Response): string {
    return this.ui.manifest(request, response);
  }

  @Get('service-worker.js')
  @Public()
  worker(@Res({ passthrough: true }) response: Response): string {
    return this.ui.worker(response);
  }

  /** The build of the pages, for a page that was opened before an upgrade. */
  @Get('build.json')
  @Public()
  build(): { build: string } {
    return { build: this.ui.build };
  }

  @Get(['/', '*path'])
  @Public()
  page(@Req() request: Request, @Res({ passthrough: true }) response: Response): string {
    return this.ui.page(request, response);
  }
}
