import { Controller, Get, Header, Param, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Public } from '../kernel/access.js';
import { docsAsset } from './docs-assets.js';
import { DOCS_PAGE } from './docs-page.js';

@ApiTags('documentation')
@Controller('api/docs')
export class DocsController {
  /** A page to read and try the API. */
  @Get()
  @Public()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @ApiOkResponse({ content: { 'text/html': { schema: { type: 'string' } } } })
  page(): string {
    return DOCS_PAGE;
  }

  /** A file of that page. */
  @Get(':file')
  @Public()
  @Header('Cache-Control', 'public, max-age=3600')
  @ApiOkResponse({ content: { '*/*': { schema: { type: 'string', format: 'binary' } } } })
  file(@Param('file') file: string): Promise<StreamableFile> {
    return docsAsset(file);
  }
}
