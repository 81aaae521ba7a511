import { Module } from '@nestjs/common';
import { SyslogService } from './syslog.service.js';

@Module({ providers: [SyslogService] })
export class SyslogModule {}
