import { Module } from '@nestjs/common';
import { DocsController } from './docs.controller.js';
import { OpenApiController } from './openapi.controller.js';
import { OpenApiService } from './openapi.service.js';

@Module({ controllers: [OpenApiController, DocsController], providers: [OpenApiService] })
export class OpenApiModule {}
