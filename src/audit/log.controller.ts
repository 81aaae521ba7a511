import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiQuery, ApiTags } from '@nestjs/swagger';
import { Access, CurrentAccess, Allow } from '../common/access.js';
import { readLogQuery } from './log.query.js';
import { LogService } from './log.service.js';
import { LogPageView } from './log.view.js';

@ApiTags('log')
@Controller('api/log')
export class LogController {
  constructor(private readonly log: LogService) {}

  /**
   * The audit log, newest first: every change of state or configuration with its cause, its sender and the values
   * before and after. With only `after`: the entries that follow this one directly. The log names users and their
   * addresses, so it needs the permission to see the users; entries of objects that the caller may not read are left
   * out.
   */
  @Get()
  @Allow('viewUsersList')
  @ApiQuery({ name: 'limit', required: false, schema: { type: 'integer', minimum: 1, maximum: 500, default: 100 } })
  @ApiQuery({ name: 'before', required: false, type: Number, description: 'Only entries older than this id.' })
  @ApiQuery({ name: 'after', required: false, type: Number, description: 'Only entries newer than this id.' })
  @ApiQuery({
    name: 'kind',
    required: false,
    type: String,
    description: 'A kind, or a prefix such as "outlet." for all of them.',
  })
  @ApiQuery({ name: 'object', required: false, type: String, description: 'For example outlet:1-1200578.' })
  @ApiQuery({ name: 'who', required: false, type: String, description: 'A user name, or the name of another cause.' })
  @ApiQuery({ name: 'result', required: false, type: String, description: 'ok, or the code of an error.' })
  @ApiQuery({ name: 'from', required: false, type: String, description: 'ISO 8601 or seconds since 1970.' })
  @ApiQuery({ name: 'to', required: false, type: String, description: 'ISO 8601 or seconds since 1970.' })
  @ApiOkResponse({ type: LogPageView })
  page(@Query() query: Record<string, unknown>, @CurrentAccess() access: Access): Promise<LogPageView> {
    return this.log.page(readLogQuery(query), access);
  }
}
