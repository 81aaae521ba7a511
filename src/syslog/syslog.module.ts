import { Module } from '@nestjs/common';
import { OutboundModule } from '../outbound/outbound.module.js';
import { SyslogController } from './syslog.controller.js';
import { SyslogService } from './syslog.service.js';
import { SyslogTestService } from './syslog-test.service.js';

@Module({ imports: [OutboundModule], controllers: [SyslogController], providers: [SyslogService, SyslogTestService] })
export class SyslogModule {}
