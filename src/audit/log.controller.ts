import { Readable } from 'node:stream';
import { Controller, Get, Query, Res, StreamableFile } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Response } from 'express';
import { Compressed } from '../common/compression.js';
import { CSV_TYPE, csvContent } from '../common/csv.js';
import { LOG_FLAGS } from './entry-rights.js';
import { Access, CurrentAccess, Allow } from '../common/access.js';
import { LogQueryDto } from './log.dto.js';
import { LogService } from './log.service.js';
import { LogPageView } from './log.view.js';

@ApiTags('log')
@ApiExtraModels(LogPageView)
@Controller('api/log')
export class LogController {
  constructor(private readonly log: LogService) {}

  /**
   * The audit log, newest first: every change of state or configuration with its cause, its sender and the values
   * before and after. With only `after`: the entries that follow this one directly. The log names users and their
   * addresses, so it needs a permission of its own or the one to see the users; entries of objects that the caller may
   * not read are left out. As CSV it is not in pages: all entries that match, up to `limit` if that is given.
   */
  @Get()
  @Allow(...LOG_FLAGS)
  @Compressed()
  @ApiOkResponse({
    content: {
      'application/json': { schema: { $ref: getSchemaPath(LogPageView) } },
      ...csvContent(
        'id,time,kind,object,name,sentence,cause,via,who,address,result,before,after',
        '4711,2026-11-02T08:15:00.000Z,outlet.switch,outlet:1-1200578,db-master,anna turned outlet “db-master” off.,,' +
          'session,anna,192.0.2.20,ok,"{""state"":""ON""}","{""state"":""OFF""}"',
      ),
    },
  })
  page(
    @Query() query: LogQueryDto,
    @CurrentAccess() access: Access,
    @Res({ passthrough: true }) response: Response,
  ): Promise<LogPageView> | StreamableFile {
    response.vary('Accept');
    if ((query.format ?? response.req.accepts(['json', 'csv'])) !== 'csv') return this.log.page(query, access);
    const disposition = 'attachment; filename="log.csv"';
    return new StreamableFile(Readable.from(this.log.csv(query, access)), { type: CSV_TYPE, disposition });
  }
}
