import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Public } from '../common/access.js';
import { CachedResponse } from '../common/cached-response.js';
import { OpenApiService } from './openapi.service.js';

@ApiTags('documentation')
@Controller('api/openapi.json')
export class OpenApiController {
  constructor(private readonly openApi: OpenApiService) {}

  /** This document. */
  @Get()
  @Public()
  @ApiOkResponse({ description: 'An OpenAPI 3 document.', schema: { type: 'object' } })
  read(): CachedResponse {
    return this.openApi.document;
  }
}
