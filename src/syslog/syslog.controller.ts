import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Allow, CurrentCaller, type CallerWithAddress } from '../common/access.js';
import { causeOf } from '../common/cause.js';
import { Errors } from '../common/documented-errors.js';
import { SyslogService } from './syslog.service.js';
import { SyslogTestService } from './syslog-test.service.js';
import { SyslogStateView, SyslogTestView } from './syslog.view.js';

@ApiTags('system')
@Controller('api/system/syslog')
export class SyslogController {
  constructor(
    private readonly syslog: SyslogService,
    private readonly tests: SyslogTestService,
  ) {}

  /** The syslog server, what was sent to it and what waits. */
  @Get()
  @Allow('viewNetworkSettings')
  read(): SyslogStateView {
    return this.syslog.state();
  }

  /** Sends one message to the syslog server and waits for what becomes of it. At most 10 in a minute. */
  @Post('test')
  @HttpCode(200)
  @Allow('modifyNetworkSettings')
  @Errors('SYSLOG_NOT_CONFIGURED')
  test(@CurrentCaller() caller: CallerWithAddress): Promise<SyslogTestView> {
    return this.tests.send(causeOf(caller));
  }
}
