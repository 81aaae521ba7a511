import { Module } from '@nestjs/common';
import { DocsController, OpenApiController } from './openapi.controller.js';
import { OpenApiService } from './openapi.service.js';

@Module({ controllers: [OpenApiController, DocsController], providers: [OpenApiService] })
export class OpenApiModule {}
