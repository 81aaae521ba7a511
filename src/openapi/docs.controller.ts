import { Controller, Get, Header, Param, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { RuntimeConfig } from '../config/runtime-config.js';
import { Public } from '../common/access.js';
import { docsAsset } from './docs-assets.js';
import { docsPage } from './docs-assets.js';

@ApiTags('documentation')
@Controller('api/docs')
export class DocsController {
  constructor(private readonly config: RuntimeConfig) {}

  /** The API explorer, a page to read and try the API. */
  @Get()
  @Public()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @ApiOkResponse({ content: { 'text/html': { schema: { type: 'string' } } } })
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
