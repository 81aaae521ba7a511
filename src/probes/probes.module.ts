import { Module } from '@nestjs/common';
import { OutboundModule } from '../outbound/outbound.module.js';
import { AutoPing } from './auto-ping.js';
import { PingCommand, PingProbe } from './ping.probe.js';

@Module({
  imports: [OutboundModule],
  providers: [{ provide: PingProbe, useClass: PingCommand }, AutoPing],
  exports: [AutoPing, PingProbe],
})
export class ProbesModule {}
