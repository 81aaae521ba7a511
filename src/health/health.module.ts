import { Module } from '@nestjs/common';
import { ActionsModule } from '../actions/actions.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { EventsModule } from '../events/events.module.js';
import { MetricsModule } from '../metrics/metrics.module.js';
import { StreamModule } from '../stream/stream.module.js';
import { TlsModule } from '../tls/tls.module.js';
import { UsersModule } from '../users/users.module.js';
import { DatabaseCare } from './database-care.service.js';
import { Diagnostics } from './diagnostics.service.js';
import { DiagnosticsController } from './diagnostics.controller.js';
import { FaultMonitor } from './fault-monitor.service.js';
import { HealthController } from './health.controller.js';
import { Health } from './health.service.js';
import { RunMarker } from './run-marker.service.js';
import { ScheduledBackup } from './scheduled-backup.service.js';
import { ServiceManager, serviceManagerOf } from './service-manager.js';
import { Watchdog } from './watchdog.service.js';

@Module({
  imports: [AuditModule, ActionsModule, EventsModule, MetricsModule, StreamModule, TlsModule, UsersModule],
  controllers: [DiagnosticsController, HealthController],
  providers: [
    DatabaseCare,
    Diagnostics,
    FaultMonitor,
    Health,
    RunMarker,
    ScheduledBackup,
    Watchdog,
    { provide: ServiceManager, useFactory: () => serviceManagerOf(process.env) },
  ],
  exports: [Health],
})
export class HealthModule {}
