import { Global, Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_PIPE } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { AuditModule } from './audit/audit.module.js';
import { AuthModule } from './auth/auth.module.js';
import { ChallengeFilter } from './auth/challenge.filter.js';
import { UnknownPathModule } from './auth/unknown-path.module.js';
import { DtoPipe } from './common/body.js';
import type { Clock } from './common/clock.js';
import { CommonModule } from './common/common.module.js';
import { ConfigModule } from './config/config.module.js';
import type { RuntimeConfig } from './config/runtime-config.js';
import { ConfigurationModule } from './configuration/configuration.module.js';
import { DatabaseModule } from './database/database.module.js';
import { HealthModule } from './health/health.module.js';
import { HttpMetrics } from './http/http.metrics.js';
import { StandbyServer } from './http/standby-server.js';
import { LinkModule } from './hub/link/link.module.js';
import { CommandsModule } from './hub/commands/commands.module.js';
import { FleetEventsModule } from './hub/events/fleet-events.module.js';
import { FleetStreamModule } from './hub/live/fleet-stream.module.js';
import { PdusModule } from './hub/pdus/pdus.module.js';
import { HubProcessModule } from './hub/process/hub-process.module.js';
import { ReadingsModule } from './hub/readings/readings.module.js';
import { StateModule } from './hub/state/state.module.js';
import { KernelModule } from './kernel/kernel.module.js';
import { LoggingModule } from './logging/logging.module.js';
import type { RecentLog } from './logging/recent-log.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { ProcessMetrics } from './metrics/process.metrics.js';
import { OpenApiModule } from './openapi/openapi.module.js';
import { RolesModule } from './roles/roles.module.js';
import { SettingsModule } from './settings/settings.module.js';
import { SyslogModule } from './syslog/syslog.module.js';
import { TlsModule } from './tls/tls.module.js';
import { UiModule } from './ui/ui.module.js';
import { UsersModule } from './users/users.module.js';

/** For the database, which is opened before anything else. */
@Global()
@Module({})
class StandbyModule {
  static forRoot(standby: StandbyServer): DynamicModule {
    const providers = [{ provide: StandbyServer, useValue: standby }];
    return { module: StandbyModule, providers, exports: [StandbyServer] };
  }
}

/** All modules of a hub in their order. A module imports only modules above its own line. */
@Module({})
export class HubModule {
  static forRoot(
    config: RuntimeConfig,
    clock: Clock,
    ticking: boolean,
    recentLog: RecentLog,
    standby?: StandbyServer,
  ): DynamicModule {
    return {
      module: HubModule,
      imports: [
        CommonModule.forRoot(clock),
        MetricsModule,
        LoggingModule.forRoot(recentLog),
        ConfigModule.forRoot(config),
        ...(standby ? [StandbyModule.forRoot(standby)] : []),
        DatabaseModule,
        AuditModule,
        KernelModule,
        ...(ticking ? [ScheduleModule.forRoot({ cronJobs: false, timeouts: false })] : []),
        HubProcessModule,
        PdusModule,
        SettingsModule,
        SyslogModule,
        TlsModule,
        RolesModule,
        UsersModule,
        AuthModule,
        LinkModule,
        StateModule,
        CommandsModule,
        FleetEventsModule,
        ReadingsModule,
        FleetStreamModule,
        ConfigurationModule,
        HealthModule,
        OpenApiModule,
        UnknownPathModule, // it answers every other path below /api
        UiModule, // last: it answers every other path
      ],
      providers: [
        { provide: APP_FILTER, useClass: ChallengeFilter },
        { provide: APP_PIPE, useClass: DtoPipe },
        HttpMetrics,
        ProcessMetrics,
      ],
    };
  }
}
