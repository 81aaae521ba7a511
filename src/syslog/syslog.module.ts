import { Module } from '@nestjs/common';
import { OutboundModule } from '../outbound/outbound.module.js';
import { SyslogService } from './syslog.service.js';

@Module({ imports: [OutboundModule], providers: [SyslogService] })
export class SyslogModule {}
