import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_PIPE } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { ActionsModule } from './actions/actions.module.js';
import { AuditModule } from './audit/audit.module.js';
import { AuthModule } from './auth/auth.module.js';
import { ChallengeFilter } from './auth/challenge.filter.js';
import { UnknownPathModule } from './auth/unknown-path.module.js';
import { BacktestModule } from './backtest/backtest.module.js';
import { BanksModule } from './banks/banks.module.js';
import { CapacityModule } from './capacity/capacity.module.js';
import { ConfigurationModule } from './configuration/configuration.module.js';
import { ConfigModule } from './config/config.module.js';
import type { RuntimeConfig } from './config/runtime-config.js';
import { DatabaseModule } from './database/database.module.js';
import { DeviceModule } from './device/device.module.js';
import { EventsModule } from './events/events.module.js';
import { FleetLinkModule } from './fleet-link/fleet-link.module.js';
import { GroupsModule } from './groups/groups.module.js';
import { HardwareModule } from './hardware/hardware.module.js';
import { HealthModule } from './health/health.module.js';
import { EnergyReportModule } from './energy-report/energy-report.module.js';
import { HistoryModule } from './history/history.module.js';
import { HttpMetrics } from './http/http.metrics.js';
import { InletsModule } from './inlets/inlets.module.js';
import { DtoPipe } from './common/body.js';
import type { Clock } from './common/clock.js';
import { CommonModule } from './common/common.module.js';
import { LoggingModule } from './logging/logging.module.js';
import type { RecentLog } from './logging/recent-log.js';
import type { Launch } from './launcher/launch.js';
import { SnmpModule } from './snmp/snmp.module.js';
import { KernelModule } from './kernel/kernel.module.js';
import { LegacyModule } from './legacy/legacy.module.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { ProcessMetrics } from './metrics/process.metrics.js';
import { ModbusModule } from './modbus/modbus.module.js';
import { MqttModule } from './mqtt/mqtt.module.js';
import { NutModule } from './nut/nut.module.js';
import { OpenApiModule } from './openapi/openapi.module.js';
import { OutletsModule } from './outlets/outlets.module.js';
import { RedfishModule } from './redfish/redfish.module.js';
import { ProtocolsModule } from './protocols/protocols.module.js';
import { SwitchingModule } from './switching/switching.module.js';
import { RelayOutputsModule } from './relay-outputs/relay-outputs.module.js';
import { RolesModule } from './roles/roles.module.js';
import { SensorsModule } from './sensors/sensors.module.js';
import { SettingsModule } from './settings/settings.module.js';
import { ShellModule } from './shell/shell.module.js';
import { PduStreamModule } from './pdu-stream/pdu-stream.module.js';
import { SyslogModule } from './syslog/syslog.module.js';
import { TimelineModule } from './timeline/timeline.module.js';
import { TlsModule } from './tls/tls.module.js';
import { SystemModule } from './system/system.module.js';
import { UiModule } from './ui/ui.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';
import { UsersModule } from './users/users.module.js';

/** All modules in their order. A module imports only modules above its own line (test/laws/architecture.spec.ts). */
@Module({})
export class AppModule {
  static forRoot(
    config: RuntimeConfig,
    clock: Clock,
    polling: boolean,
    recentLog: RecentLog,
    launch: Launch,
  ): DynamicModule {
    return {
      module: AppModule,
      imports: [
        CommonModule.forRoot(clock),
        MetricsModule,
        LoggingModule.forRoot(recentLog),
        ConfigModule.forRoot(config),
        DatabaseModule,
        AuditModule,
        KernelModule,
        ...(polling ? [ScheduleModule.forRoot({ cronJobs: false, timeouts: false })] : []),
        HardwareModule,
        SettingsModule,
        SyslogModule,
        TlsModule,
        RolesModule,
        UsersModule,
        AuthModule,
        SwitchingModule,
        DeviceModule,
        InletsModule,
        BanksModule,
        SensorsModule,
        OutletsModule,
        RelayOutputsModule,
        GroupsModule,
        TimelineModule,
        ActionsModule,
        BacktestModule, // its path comes before that of an event with this id
        EventsModule,
        WebhooksModule,
        HistoryModule,
        CapacityModule,
        EnergyReportModule,
        ConfigurationModule,
        FleetLinkModule,
        ProtocolsModule,
        LegacyModule,
        SnmpModule,
        ModbusModule,
        PduStreamModule,
        NutModule,
        HealthModule,
        OpenApiModule,
        SystemModule.forRoot(launch),
        ShellModule,
        RedfishModule,
        MqttModule,
        UnknownPathModule, // it answers every other path below /api
        UiModule, // last: it answers every other path
      ],
      providers: [
        { provide: APP_FILTER, useClass: ChallengeFilter },
        { provide: APP_PIPE, useClass: DtoPipe },
        HttpMetrics,
        ...(config.hostedAs === undefined ? [ProcessMetrics] : []), // the collector has those of the process
      ],
    };
  }
}
