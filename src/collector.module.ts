import { Module, type DynamicModule } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { CollectorController } from './collector/collector.controller.js';
import { CrashRecord } from './collector/crash-record.js';
import { COLLECTOR_METRICS } from './collector/collector.metrics.js';
import { PduStarter } from './collector/hosted-pdu.js';
import { HostedPdusService, PduList } from './collector/hosted-pdus.service.js';
import { SharedLog } from './collector/shared-log.js';
import type { Clock } from './common/clock.js';
import { CommonModule } from './common/common.module.js';
import { ConfigModule } from './config/config.module.js';
import type { RuntimeConfig } from './config/runtime-config.js';
import { DataFolderLock } from './database/data-folder-lock.js';
import { ServiceManager, serviceManagerOf } from './host/service-manager.js';
import { WatchdogService } from './host/watchdog.service.js';
import { IntervalTicksService } from './kernel/interval-ticks.service.js';
import { KernelModule } from './kernel/kernel.module.js';
import { LoggingModule } from './logging/logging.module.js';
import type { RecentLog } from './logging/recent-log.js';
import { BUILD_METRICS } from './metrics/build.metrics.js';
import { Metrics } from './metrics/metrics.js';
import { ProcessMetrics } from './metrics/process.metrics.js';

export interface CollectorParts {
  readonly list: PduList;
  readonly starter: PduStarter;
  readonly log: SharedLog;
  readonly lock: DataFolderLock;
  readonly crashes: CrashRecord;
}

/** All modules of a collector itself. Each PDU that it hosts has those of a controller. */
@Module({})
export class CollectorModule {
  static forRoot(
    config: RuntimeConfig,
    clock: Clock,
    ticking: boolean,
    recentLog: RecentLog,
    { list, starter, log, lock, crashes }: CollectorParts,
  ): DynamicModule {
    return {
      module: CollectorModule,
      imports: [
        CommonModule.forRoot(clock),
        LoggingModule.forRoot(recentLog),
        ConfigModule.forRoot(config),
        KernelModule,
        ...(ticking ? [ScheduleModule.forRoot({ cronJobs: false, timeouts: false })] : []),
      ],
      controllers: [CollectorController],
      providers: [
        { provide: DataFolderLock, useValue: lock },
        { provide: PduList, useValue: list },
        { provide: PduStarter, useValue: starter },
        { provide: SharedLog, useValue: log },
        { provide: CrashRecord, useValue: crashes },
        { provide: ServiceManager, useFactory: () => serviceManagerOf(process.env) },
        WatchdogService,
        IntervalTicksService,
        Metrics,
        BUILD_METRICS,
        ProcessMetrics,
        COLLECTOR_METRICS,
        HostedPdusService,
      ],
    };
  }
}
