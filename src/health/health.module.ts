import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { RuntimeConfig } from '../config/runtime-config.js';
import { TlsModule } from '../tls/tls.module.js';
import { UsersModule } from '../users/users.module.js';
import { DatabaseMaintenanceService } from './database-maintenance.service.js';
import { DiagnosticsService } from './diagnostics.service.js';
import { DiagnosticsController, HealthController } from './health.controller.js';
import { FaultMonitorService } from './fault-monitor.service.js';
import { FaultRecorderService } from './fault-recorder.service.js';
import { HealthService } from './health.service.js';
import { RunMarkerService } from './run-marker.service.js';
import { ScheduledBackupService } from './scheduled-backup.service.js';
import { ServiceManager, serviceManagerOf } from '../host/service-manager.js';
import { WatchdogService } from '../host/watchdog.service.js';
import { FAULT_METRICS } from './fault.metrics.js';

@Module({
  imports: [AuditModule, TlsModule, UsersModule],
  controllers: [DiagnosticsController, HealthController],
  providers: [
    DatabaseMaintenanceService,
    DiagnosticsService,
    FAULT_METRICS,
    FaultMonitorService,
    FaultRecorderService,
    HealthService,
    RunMarkerService,
    ScheduledBackupService,
    WatchdogService,
    {
      provide: ServiceManager,
      inject: [RuntimeConfig],
      // The collector notifies it for all controllers of its process.
      useFactory: ({ hostedAs }: RuntimeConfig) => (hostedAs === undefined ? serviceManagerOf(process.env) : undefined),
    },
  ],
  exports: [HealthService],
})
export class HealthModule {}
