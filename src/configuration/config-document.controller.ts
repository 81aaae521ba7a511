import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Compressed } from '../common/compression.js';
import { AdministratorOnly, CurrentCaller, type CallerWithAddress } from '../common/access.js';
import type { JsonObject } from '../common/body.js';
import { LIMITS } from '../common/limits.js';
import { TakesLargeBody } from '../common/own-body.js';
import { ChunkedResponse } from '../common/json-in-slices.js';
import { ConfigApplyService } from './config-apply.service.js';
import { FullExportDto } from './config-document.dto.js';
import { ConfigDocument, ConfigPlan } from './config-document.view.js';
import { ConfigExportService } from './config-export.service.js';

/** A document, which may be larger than other bodies. */
const DOCUMENT = { limit: LIMITS.document, tooLarge: 'CONFIG_TOO_LARGE' } as const;

@ApiTags('configuration')
@Controller('api/config')
export class ConfigDocumentController {
  constructor(
    private readonly exports: ConfigExportService,
    private readonly documents: ConfigApplyService,
  ) {}

  /** The whole configuration as one document without secrets. */
  @Get('export')
  @AdministratorOnly()
  @Compressed()
  @ApiOkResponse({ type: ConfigDocument })
  async export(): Promise<ChunkedResponse> {
    return ChunkedResponse.of(await this.exports.plain());
  }

  /**
   * The whole configuration with all secrets, encrypted with a passphrase: a full backup. Needs the caller's password.
   */
  @Post('export')
  @HttpCode(200)
  @AdministratorOnly()
  @ApiOkResponse({ type: ConfigDocument })
  async exportAll(@Body() wanted: FullExportDto, @CurrentCaller() caller: CallerWithAddress): Promise<ChunkedResponse> {
    return ChunkedResponse.of(await this.exports.full(wanted, caller));
  }

  /** The changes that a document would make, with warnings. Changes nothing. Accepts up to 32 MiB. */
  @Post('plan')
  @HttpCode(200)
  @AdministratorOnly()
  @TakesLargeBody(DOCUMENT)
  @ApiBody({ type: ConfigDocument })
  @ApiOkResponse({ type: ConfigPlan })
  async plan(@Body() document: JsonObject, @CurrentCaller() caller: CallerWithAddress): Promise<ChunkedResponse> {
    return ChunkedResponse.of(await this.documents.plan(document, caller));
  }

  /** Applies a document, all of it or nothing. Moves no relay. Accepts up to 32 MiB. */
  @Post('apply')
  @HttpCode(200)
  @AdministratorOnly()
  @TakesLargeBody(DOCUMENT)
  @ApiBody({ type: ConfigDocument })
  @ApiOkResponse({ type: ConfigPlan })
  async apply(@Body() document: JsonObject, @CurrentCaller() caller: CallerWithAddress): Promise<ChunkedResponse> {
    return ChunkedResponse.of(await this.documents.apply(document, caller));
  }
}
