import { Module } from '@nestjs/common';
import { ActionsModule } from '../actions/actions.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { EventsModule } from '../events/events.module.js';
import { MetricsModule } from '../metrics/metrics.module.js';
import { StreamModule } from '../stream/stream.module.js';
import { TlsModule } from '../tls/tls.module.js';
import { Diagnostics } from './diagnostics.service.js';
import { DiagnosticsController } from './diagnostics.controller.js';
import { HealthController } from './health.controller.js';
import { Health } from './health.service.js';

@Module({
  imports: [AuditModule, ActionsModule, EventsModule, MetricsModule, StreamModule, TlsModule],
  controllers: [DiagnosticsController, HealthController],
  providers: [Diagnostics, Health],
  exports: [Health],
})
export class HealthModule {}
