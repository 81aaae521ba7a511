import { Module } from '@nestjs/common';
import { HealthFactsRegistry } from '../common/health-facts.js';
import { OutboundModule } from '../outbound/outbound.module.js';
import { AutoPing } from './auto-ping.js';
import { PingCommand, PingProbe } from './ping.probe.js';

@Module({
  imports: [OutboundModule],
  providers: [{ provide: PingProbe, useClass: PingCommand }, AutoPing],
  exports: [AutoPing, PingProbe],
})
export class ProbesModule {
  constructor(health: HealthFactsRegistry, pings: AutoPing) {
    health.add('ping', () => (pings.isWatching ? { unavailableReason: pings.unavailableReason } : undefined));
  }
}
