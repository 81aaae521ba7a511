import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Compressed } from '../common/compression.js';
import { Access, CurrentAccess, Allow } from '../common/access.js';
import { LogQueryDto } from './log.dto.js';
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
  @Compressed()
  @ApiOkResponse({ type: LogPageView })
  page(@Query() query: LogQueryDto, @CurrentAccess() access: Access): Promise<LogPageView> {
    return this.log.page(query, access);
  }
}
