import { Controller, Get, Header, Param, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Public } from '../common/access.js';
import { CachedResponse } from '../common/cached-response.js';
import { PAGE_CONTENT } from '../common/html.js';
import { OpenApiService } from './openapi.service.js';
import { RuntimeConfig } from '../config/runtime-config.js';
import { docsAsset, docsPage } from './docs-assets.js';

const EXAMPLE = { openapi: '3.0.0', info: { title: 'Rackfeed', version: '0.1.0' }, paths: {} };

@ApiTags('documentation')
@Controller('api/openapi.json')
export class OpenApiController {
  constructor(private readonly openApi: OpenApiService) {}

  /** This document. */
  @Get()
  @Public()
  @ApiOkResponse({ description: 'An OpenAPI 3 document.', schema: { type: 'object', example: EXAMPLE } })
  read(): CachedResponse {
    return this.openApi.document;
  }
}

@ApiTags('documentation')
@Controller('api/docs')
export class DocsController {
  constructor(private readonly config: RuntimeConfig) {}

  /** The API explorer, a page to read and try the API. */
  @Get()
  @Public()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @ApiOkResponse({ content: PAGE_CONTENT })
  page(): string {
    return docsPage(this.config.basePath);
  }

  /** A file of the API explorer. */
  @Get(':file')
  @Public()
  @Header('Cache-Control', 'public, max-age=3600')
  @ApiOkResponse({ content: { '*/*': { schema: { type: 'string', format: 'binary' } } } })
  file(@Param('file') file: string): Promise<StreamableFile> {
    return docsAsset(file, this.config.basePath);
  }
}
