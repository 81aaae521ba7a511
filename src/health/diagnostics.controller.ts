import { Readable } from 'node:stream';
import { Controller, Get, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access, CurrentAccess, AdministratorOnly } from '../common/access.js';
import { DiagnosticsService } from './diagnostics.service.js';

@ApiTags('system')
@Controller('api/system/diagnostics')
export class DiagnosticsController {
  constructor(private readonly diagnostics: DiagnosticsService) {}

  /**
   * A file for troubleshooting: health, device, settings, readings, events, actions, metrics, and the newest entries of
   * both logs. It has no passwords, tokens, keys or their hashes, but names and addresses.
   */
  @Get()
  @AdministratorOnly()
  @ApiOkResponse({ content: { 'application/json': { schema: { type: 'object' } } } })
  read(@CurrentAccess() access: Access): StreamableFile {
    return new StreamableFile(Readable.from(this.diagnostics.pieces(access)), {
      type: 'application/json; charset=utf-8',
      disposition: `attachment; filename="${this.diagnostics.fileName}"`,
    });
  }
}
