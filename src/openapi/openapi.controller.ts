import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Public } from '../kernel/access.js';
import { PreparedAnswer } from '../kernel/prepared.js';
import { OpenApiService } from './openapi.service.js';

@ApiTags('documentation')
@Controller('api/openapi.json')
export class OpenApiController {
  constructor(private readonly openApi: OpenApiService) {}

  /** This document. */
  @Get()
  @Public()
  @ApiOkResponse({ description: 'An OpenAPI 3 document.', schema: { type: 'object' } })
  read(): PreparedAnswer {
    return this.openApi.document;
  }
}
